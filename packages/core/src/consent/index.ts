export { type Consent, type ConsentFacts, decideConsent, type Matter } from "./decide-consent.ts";
export {
  compareSettings,
  type Effect,
  matterOfChange,
  type SettingChange,
} from "./setting-changes.ts";
