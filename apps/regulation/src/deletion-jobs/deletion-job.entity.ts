import type { DeletionState } from '@lethe/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/** One request × one destination × up to a batch of users. */
@Entity({ schema: SCHEMA, name: 'deletion_jobs' })
export class DeletionJobEntity {
  /** A decimal integer below 2^63, as text. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('text', { name: 'destination_id' })
  destinationId!: string;

  @Column('text', { name: 'destination_type' })
  destinationType!: string;

  @Column('text')
  state!: DeletionState;

  /** Failures so far. */
  @Column('integer')
  attempt!: number;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt!: Date;
}
