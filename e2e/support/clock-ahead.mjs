// A test loads this file into a process. It sets the process's clock ahead, as on a machine without
// NTP.
const AHEAD_MS = Number(process.env.LETHE_E2E_CLOCK_AHEAD_MS);
const OurDate = Date;

globalThis.Date = class extends OurDate {
  constructor(...given) {
    if (given.length === 0) super(OurDate.now() + AHEAD_MS);
    else super(...given);
  }

  static now() {
    return OurDate.now() + AHEAD_MS;
  }
};
