import { type Act, everywhere } from "../scene.ts";

const kill: Act = {
  name: "the recorder is killed",
  stages: everywhere,
  play: async ({ stage, note }) => {
    await stage.kill();
    note("killed, and another takes over");
  },
};

export const troubleActs: readonly Act[] = [kill];
