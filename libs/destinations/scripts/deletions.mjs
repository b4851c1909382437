/**
 * Destination types whose `onDelete` handler does not delete the requested user, with the reasons.
 * Lethe does not delete at destinations of these types. The reasons come from runs of the handlers
 * against a recording server, from their code, and from the documentation of the vendors.
 */
export const NO_DELETION = {
  ANGLER_AI: 'The address in its integration has no host name, so nothing is sent.',
  BLACKBAUD_RAISERS_EDGE_NXT: 'Its integration does nothing when it is asked to delete a user.',
  FRIENDBUY_CLOUD:
    'Its integration sends the deletion request without credentials, and Friendbuy refuses it.',
  GLEAP_CLOUD_ACTIONS:
    "Its integration uses an address that Gleap's API does not document. Gleap deletes sessions, and identifies them by its own id.",
  GOOGLE_DATA_MANAGER: 'Its integration does nothing when it is asked to delete a user.',
  INTERCOM_CLOUD:
    'Its integration sends the userId, but Intercom expects its own id of the contact. So no user is deleted.',
  IQM: 'Its integration sends the request to a tracking address, without credentials. The answer does not say whether anything was deleted.',
  KLAVIYO:
    'Its integration sends the userId, but Klaviyo expects its own id of the profile. So no user is deleted.',
  LOOPS: 'Its integration sends a list of ids, but Loops accepts only one id and refuses the list.',
  OPTIMIZELY_FEATURE_EXPERIMENTATION_CLOUD:
    "Its integration requests the deletion of the account's id instead of the user's id.",
};

/** Maximum calls per second, for vendors that allow fewer than five. */
export const CALLS_PER_SECOND = {
  AMPLITUDE: 1,
  USERPILOT_CLOUD: 0.5,
};
