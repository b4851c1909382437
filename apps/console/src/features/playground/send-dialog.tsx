import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import type { Event } from '../../lib/parse-events.js';
import {
  Badge,
  Button,
  CurlButton,
  Dialog,
  ErrorState,
  Facts,
  JsonView,
  shared,
  Stack,
} from '../../ui/index.js';
import type { Destination } from '../../api/catalog.js';
import { testDestination, type TestAnswer, type TestRun } from '../../api/tests.js';
import { outgoing } from './delivery-requests.js';

type Body = Schemas['TestDestinationRequestDto'];

/** What came out of the transformation is sent as it is shown, so nothing but the requests that one saw. */
const STAGES = { user_transform: false, dest_transform: true, send_to_destination: true };

/** Says what would be sent and to whom, sends it when told, and shows the answers. */
export function SendDialog({
  run,
  code,
  destination,
  onClose,
}: {
  readonly run: TestRun;
  readonly code: string;
  readonly destination: Destination;
  readonly onClose: () => void;
}) {
  const outputs = run.results.flatMap(({ output }) => output);
  const hosts = outgoing(
    outputs.map(({ requests }) => requests),
    'host',
  );
  const count = [...hosts.values()].reduce((sum, requests) => sum + requests, 0);
  const bodies = outputs.flatMap(({ event }): Body[] =>
    isEvent(event) ? [{ message: event, stage: STAGES }] : [],
  );
  const path = `/v0/testDestination/${destination.id}`;
  const [answers, setAnswers] = useState<readonly TestAnswer[]>([]);
  const send = useMutation({
    // One after another, in their order; the first that is refused is the last.
    mutationFn: async () => {
      for (const body of bodies) {
        const answer = await testDestination(destination.id, body);
        setAnswers((before) => [...before, answer]);
      }
    },
  });
  const isOver = send.isSuccess || send.isError;
  const isRefused = answers.length > 0 && answers.every((answer) => 'error' in answer);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !send.isPending) onClose();
      }}
      title={
        isOver
          ? `${isRefused ? 'Not sent' : 'Sent'} to ${destination.name}`
          : `Send to ${destination.name}?`
      }
      description={
        isOver
          ? undefined
          : 'The requests really go out, once each. What they do there can’t be taken back from here.'
      }
      size={isOver ? 'l' : 'm'}
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={send.isPending}>
              Cancel
            </Button>
            <Button
              variant="danger"
              pending={send.isPending}
              disabled={bodies.length === 0}
              onClick={() => send.mutate()}
            >
              Send {count === 1 ? '1 request' : `${count} requests`}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {!isOver && (
          <Facts
            facts={[
              ['Destination', `${destination.name} (${destination.type})`],
              ['Goes to', [...hosts.keys()].join(', ') || 'nobody: there is no request'],
              ['Requests', String(count)],
              ['Events', String(bodies.length)],
              [
                'Credentials',
                /\bgetCredential\b/.test(code)
                  ? 'What the code put into events is sent as it is shown here: masked, or a stand-in.'
                  : undefined,
              ],
              [
                'For a script',
                bodies[0] && (
                  <CurlButton key="curl" request={{ path, body: bodies[0] }} withLabel />
                ),
              ],
            ]}
          />
        )}
        {answers.map((answer, index) => (
          <Answers key={index} answer={answer} />
        ))}
        {send.isError && <ErrorState compact error={send.error} />}
      </Stack>
    </Dialog>
  );
}

function Answers({ answer }: { readonly answer: TestAnswer }) {
  if ('error' in answer) {
    return (
      <p role="alert" className={shared.problem}>
        Nothing was sent. {answer.error}
      </p>
    );
  }
  return answer.data.map((one, index) => {
    const statuses = one.destination_response_status ?? [];
    return (
      <div key={index}>
        {statuses.map((status, place) => (
          <Badge key={place} tone={status >= 200 && status < 300 ? 'success' : 'danger'}>
            {status === 0 ? 'No answer' : `HTTP ${status}`}
          </Badge>
        ))}
        <JsonView
          label={`Answers to event ${index + 1}`}
          value={one.destination_response ?? one.dest_transformed_payload}
        />
      </div>
    );
  });
}

const TYPES = new Set(['identify', 'track', 'page', 'screen', 'group', 'alias']);

function isEvent(event: unknown): event is Event & Body['message'] {
  return (
    typeof event === 'object' && event !== null && 'type' in event && TYPES.has(String(event.type))
  );
}
