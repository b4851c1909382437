import { GroupMember, type GroupMemberOptions } from '../src/kafkajs/group-member.js';

const nothing = (): Promise<void> => Promise.resolve();

/** A member of a group that does nothing with what it gets. */
export class IdleMember extends GroupMember<GroupMemberOptions> {
  protected override process = nothing;
  protected override begin = (): void => undefined;
  protected override leave = (): void => undefined;
  protected override finish = nothing;
}
