export { decideConsent, type Matter } from "./decide-consent.ts";
export { compareSettings, matterOfChange, type SettingChange } from "./setting-changes.ts";
