import {
  DELETION_WORKER_PATTERNS,
  type ClaimDeletionsCommand,
  type ClaimDeletionsResult,
  type HeartbeatDeletionsCommand,
  type HeartbeatDeletionsResult,
  type ReportDeletionsCommand,
  type ReportDeletionsResult,
} from '@lethe/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { LetheWorkerService } from '../deletion-jobs/lethe-worker.service.js';
import { checkClaim, checkHeartbeat, checkReport } from './check-worker-command.js';
import { CommandAdmission, type Sent } from './command-admission.js';

/** What Lethe's own deletion worker asks for, on Nest's TCP transport. */
@Controller()
export class DeletionWorkerController {
  constructor(
    private readonly worker: LetheWorkerService,
    private readonly admission: CommandAdmission,
  ) {}

  @MessagePattern(DELETION_WORKER_PATTERNS.claim)
  claim(@Payload() sent: Sent<ClaimDeletionsCommand>): Promise<ClaimDeletionsResult> {
    return this.worker.claimDeletions(this.admission.accept(sent, checkClaim));
  }

  @MessagePattern(DELETION_WORKER_PATTERNS.heartbeat)
  heartbeat(@Payload() sent: Sent<HeartbeatDeletionsCommand>): Promise<HeartbeatDeletionsResult> {
    return this.worker.heartbeatDeletions(this.admission.accept(sent, checkHeartbeat));
  }

  @MessagePattern(DELETION_WORKER_PATTERNS.report)
  report(@Payload() sent: Sent<ReportDeletionsCommand>): Promise<ReportDeletionsResult> {
    return this.worker.reportDeletions(this.admission.accept(sent, checkReport));
  }
}
