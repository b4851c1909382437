import type { DestinationDeletion, UserIdentifiers } from '../regulations/regulation-record.js';
import type { RegulationStatus, RegulationType } from '../regulations/regulation-states.js';
import type { CommandContext } from './regulation-rpc.js';

/** Message patterns for what is known of one user. */
export const PEOPLE_PATTERNS = {
  lookup: 'people.lookup.v1',
  search: 'people.search.v1',
  unsuppress: 'people.unsuppress.v1',
} as const;

/** Bounds of what is told of people. */
export const PEOPLE_BOUNDS = {
  /** Users that one e-mail address or phone number stands for, of whom something is told. */
  people: 10,
  /** Regulations on a page. */
  regulations: 50,
  /** Sources at which a user is suppressed, and destinations where something is deleted. */
  places: 500,
  /**
   * Newest regulations of a user that are read for its deletions, and orders at destinations that are read of these; of an e-mail
   * address or phone number, regulations that are read for the users. A user of whom there are more is answered, too.
   */
  recent: 10_000,
  /** Ids that share the suppression key of a user, of which a look-up names some. */
  otherIds: 100,
  /** Ids with one suppression key that an unsuppress may mean. */
  meantIds: 1_000,
  /** User ids on a page of a search. */
  found: 100,
} as const;

/** By what a user is looked up. */
export const PERSON_KEYS = ['userId', 'email', 'phone'] as const;

/** Who is meant. */
export interface PersonReference {
  readonly by: (typeof PERSON_KEYS)[number];
  /** Of a userId its suppression key. */
  readonly value: string;
  /** The userId as it was given, where it is another text. */
  readonly asGiven?: string;
}

export interface LookUpPersonCommand {
  readonly context: CommandContext;
  readonly person: PersonReference;
  /** Of the regulations of an earlier page; by a userId only. */
  readonly afterCursor?: string;
}

/** A regulation of a user. */
export interface PersonRegulation {
  readonly id: string;
  readonly regulationType: RegulationType;
  readonly status: RegulationStatus;
  /** As in `ListedRegulation`, as `overdue`. */
  readonly dueAt?: string;
  readonly overdue?: boolean;
  readonly attributes: UserIdentifiers;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly createdBy: string;
  readonly reason?: string;
  /** Sources that it covers; absent when all of them are. */
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly canceledAt?: string;
  readonly canceledBy?: string;
}

/** Other ids that have the suppression key of a user: other persons, as far as is known. */
export interface OtherIds {
  /** How many; with `isMore` at least so many. */
  readonly count: number;
  /** As they were given: those with the newest regulations, `PEOPLE_BOUNDS.otherIds` at most. */
  readonly userIds: readonly string[];
  /** Only the newest `PEOPLE_BOUNDS.recent` regulations were read. */
  readonly isMore?: true;
}

/** What is known under one suppression key. Each regulation and each deletion says which id it is of. */
export interface Person {
  /** The id that was looked for; by an e-mail address or phone number, the id that came with it last. */
  readonly userId: string;
  /** Absent where it is the userId itself. */
  readonly suppressionKey?: string;
  /** Absent where all regulations are of the userId. */
  readonly otherIds?: OtherIds;
  readonly suppressed: {
    /** RFC 3339: since when, at all sources. */
    readonly everywhereSince?: string;
    /** The sources at which the user is suppressed besides, by id. */
    readonly sources: readonly { readonly sourceId: string; readonly since: string }[];
    /** There are more than `PEOPLE_BOUNDS.places`. */
    readonly moreSources?: true;
  };
  /** Where something was to be deleted, the newest order of each id at each destination; by destination. */
  readonly deletions: readonly (Omit<DestinationDeletion, 'record'> & {
    readonly regulationId: string;
    /** Whose data, where it is another id than the person's `userId`. */
    readonly userId?: string;
  })[];
  /** There may be more: than `PEOPLE_BOUNDS.places`, or among orders before the newest `PEOPLE_BOUNDS.recent`. */
  readonly moreDeletions?: true;
  /** Orders to delete that have not ended; with `moreDeletions` at least so many. */
  readonly openDeletions: number;
  /** The newest first; fewer than `PEOPLE_BOUNDS.regulations` where they are large. */
  readonly regulations: readonly PersonRegulation[];
  /** Cursor of the next page of the regulations; absent on the last one. */
  readonly nextCursor?: string;
}

export interface LookUpPersonResult {
  /** None: nothing is known. Several: an e-mail address or a phone number of several users. */
  readonly people: readonly Person[];
  /** Whether there are more: of more than `PEOPLE_BOUNDS.people`, or of more than fits into an answer. */
  readonly more: boolean;
}

export interface SearchPeopleCommand {
  readonly context: CommandContext;
  /** Beginning of user ids. */
  readonly prefix: string;
  readonly limit: number;
  /** The last user id of the page before. */
  readonly after?: string;
}

export interface SearchPeopleResult {
  /** In the order of their bytes. */
  readonly people: readonly { readonly userId: string; readonly suppressed: boolean }[];
  /** Whether there are more behind the last one. */
  readonly more: boolean;
}

export interface UnsuppressCommand {
  readonly context: CommandContext;
  /** The suppression key. */
  readonly userId: string;
  /** The ids as given that the caller means; only the key itself when absent. Any other id stops the command. */
  readonly givenIds?: readonly string[];
  /** As that of `CancelRegulationCommand`. */
  readonly allowedTypes: readonly RegulationType[];
  readonly reason?: string;
}

export interface UnsuppressResult {
  /** Regulations that were canceled. */
  readonly canceled: number;
}

/** What is known of one user of a workspace. */
export interface PeopleCommands {
  /** @throws LetheError `invalid_request` for an e-mail address or a phone number where no index of them is kept; `invalid_cursor` */
  lookUpPerson(command: LookUpPersonCommand): Promise<LookUpPersonResult>;
  searchPeople(command: SearchPeopleCommand): Promise<SearchPeopleResult>;
  /**
   * Cancels all regulations that suppress the user. Repeating it changes nothing.
   *
   * @throws LetheError `conflict` while a deletion of the user is open, and naming ids that the caller does not mean;
   *   `insufficient_scope`
   */
  unsuppress(command: UnsuppressCommand): Promise<UnsuppressResult>;
}
