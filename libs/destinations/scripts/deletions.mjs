/**
 * What the library's `onDelete` handlers do, found by running them against a recording server, or by reading where that says nothing, and by
 * reading the vendors' documentation: those that do not delete the user who is named are not offered.
 */
export const NO_DELETION = {
  ANGLER_AI: 'Its integration leaves the host out of the address, so nothing is sent.',
  BLACKBAUD_RAISERS_EDGE_NXT: 'Its integration does nothing when a user is to be deleted.',
  FRIENDBUY_CLOUD:
    'Its integration asks for the deletion without credentials, which Friendbuy refuses.',
  GLEAP_CLOUD_ACTIONS:
    "Its integration uses an address that Gleap's API does not describe: Gleap deletes sessions, by an id of its own.",
  GOOGLE_DATA_MANAGER: 'Its integration does nothing when a user is to be deleted.',
  INTERCOM_CLOUD:
    'Its integration names the user by the userId where Intercom takes the id that it gave the contact, and so deletes nobody.',
  IQM: 'Its integration tells an address for tracking, without credentials; the answer does not say whether anything was deleted.',
  KLAVIYO:
    'Its integration names the user by the userId where Klaviyo takes the id that it gave the profile, and so deletes nobody.',
  LOOPS: 'Its integration sends a list of ids where Loops takes one, and Loops refuses it.',
  OPTIMIZELY_FEATURE_EXPERIMENTATION_CLOUD:
    "Its integration asks to delete the account's own id instead of the user's.",
};

/** Calls per second, where a vendor allows fewer than five. */
export const CALLS_PER_SECOND = {
  AMPLITUDE: 1,
  USERPILOT_CLOUD: 0.5,
};
