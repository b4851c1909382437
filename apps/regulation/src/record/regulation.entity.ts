import type { RegulationType, UserIdentifiers } from '@lethe/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/** One user's regulation, as stored. */
@Entity({ schema: SCHEMA, name: 'regulations' })
export class RegulationEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId!: string;

  /** The create request that the regulation came with. */
  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('text', { name: 'regulation_type' })
  regulationType!: RegulationType;

  @Column('boolean')
  canceled!: boolean;

  /** The suppression key of `attributes.userId`, which is the id as it was given. */
  @Column('text', { name: 'user_id' })
  userId!: string;

  /** `attributes.userId`, where it differs from the suppression key; null where both are the same text. */
  @Column('text', { name: 'given_user_id', nullable: true })
  givenUserId!: string | null;

  @Column('jsonb')
  attributes!: UserIdentifiers;

  /** Null: all sources of the workspace. */
  @Column('text', { name: 'source_ids', array: true, nullable: true })
  sourceIds!: string[] | null;

  @Column('text', { name: 'destination_ids', array: true, nullable: true })
  destinationIds!: string[] | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'canceled_at', nullable: true })
  canceledAt!: Date | null;

  /** Name of the token. */
  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** Name of the token; null where it is not canceled. */
  @Column('text', { name: 'canceled_by', nullable: true })
  canceledBy!: string | null;

  @Column('text', { name: 'cancel_reason', nullable: true })
  cancelReason!: string | null;

  /** By when its deletions have to be done; null where it orders none, and where a restore rebuilt it. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** The import that it came with. */
  @Column('text', { name: 'import_id', nullable: true })
  importId!: string | null;

  /** When the identifiers other than the userId were forgotten. */
  @Column('timestamptz', { name: 'identifiers_forgotten_at', nullable: true })
  identifiersForgottenAt!: Date | null;
}

/** The only table that TypeORM maps: all others of the schema are read and written by SQL. */
export const REGULATION_ENTITIES = [RegulationEntity];
