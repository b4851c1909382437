import { GroupMember, type GroupMemberOptions } from '../src/kafkajs/group-member.js';

const nothing = (): Promise<void> => Promise.resolve();

/** A group member that ignores its records. */
export class IdleMember extends GroupMember<GroupMemberOptions> {
  protected override process = nothing;
  protected override begin = (): void => undefined;
  protected override leave = (): void => undefined;
  protected override finish = nothing;
}
