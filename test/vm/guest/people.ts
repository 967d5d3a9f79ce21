/** The users of the machine: one for each way in which recording begins after a reboot. */
export const people = [
  /** systemd runs hers from boot on. */
  { name: "lena", isLingering: true },
  /** His systemd begins when he logs in. */
  { name: "carl", isLingering: false },
  /** She has never logged in and has no systemd of her own: cron starts what is hers. */
  { name: "rosa", isLingering: false },
] as const;
