import type { ExtensionDto } from '@lethe/api/deletions';
import type { Law, RegulationType, UserIdentifiers } from '@lethe/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

@Entity({ schema: SCHEMA, name: 'regulations' })
export class RegulationEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('text', { name: 'regulation_type' })
  regulationType!: RegulationType;

  @Column('boolean')
  canceled!: boolean;

  /** The suppression key of `attributes.userId`, which is the id as given. */
  @Column('text', { name: 'user_id' })
  userId!: string;

  /** `attributes.userId` if it differs from the suppression key; otherwise null. */
  @Column('text', { name: 'given_user_id', nullable: true })
  givenUserId!: string | null;

  @Column('jsonb')
  attributes!: UserIdentifiers;

  /** Null stands for all sources of the workspace. */
  @Column('text', { name: 'source_ids', array: true, nullable: true })
  sourceIds!: string[] | null;

  @Column('text', { name: 'destination_ids', array: true, nullable: true })
  destinationIds!: string[] | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Time when the person asked; null if this is `createdAt`. */
  @Column('timestamptz', { name: 'received_at', nullable: true })
  receivedAt!: Date | null;

  @Column('text', { nullable: true })
  law!: Law | null;

  @Column('timestamptz', { name: 'canceled_at', nullable: true })
  canceledAt!: Date | null;

  /** Name of the token that created the regulation. */
  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** Name of the token that canceled the regulation; null if the regulation is not canceled. */
  @Column('text', { name: 'canceled_by', nullable: true })
  canceledBy!: string | null;

  @Column('text', { name: 'cancel_reason', nullable: true })
  cancelReason!: string | null;

  /**
   * Deadline of the deletions. It is null without deletions, or if a restore rebuilt the
   * regulation.
   */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** The one extension of the deadline; null if there was none. */
  @Column('jsonb', { nullable: true })
  extension!: ExtensionDto | null;

  @Column('text', { name: 'import_id', nullable: true })
  importId!: string | null;

  /** Time when identifiers other than the `userId` were purged. */
  @Column('timestamptz', { name: 'identifiers_forgotten_at', nullable: true })
  identifiersForgottenAt!: Date | null;
}

/** The only entity of TypeORM. SQL statements read and write all other tables of the schema. */
export const REGULATION_ENTITIES = [RegulationEntity];
