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
import { TEXTS } from './texts.js';

const { sendDialog: texts } = TEXTS;

type Body = Schemas['TestDestinationRequestDto'];

/**
 * Sends the events as the user saw them. They are already transformed, so the user transformation
 * is skipped.
 */
const STAGES = { user_transform: false, dest_transform: true, send_to_destination: true };

/**
 * Shows the receivers and the number of requests. Sends the requests after confirmation, and shows
 * the responses.
 */
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
    // Sends one event after the other, and stops at the first error of the API.
    mutationFn: async () => {
      for (const body of bodies) {
        const answer = await testDestination(destination.id, body);
        setAnswers((before) => [...before, answer]);
      }
    },
  });
  const isOver = send.isSuccess || send.isError;
  const isRefused = answers.length > 0 && answers.every((answer) => 'error' in answer);
  const titleOf = isOver ? (isRefused ? texts.notSent : texts.sent) : texts.question;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !send.isPending) onClose();
      }}
      title={titleOf(destination.name)}
      description={isOver ? undefined : texts.consequence}
      size={isOver ? 'l' : 'm'}
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={send.isPending}>
              {texts.cancel}
            </Button>
            <Button
              variant="danger"
              pending={send.isPending}
              disabled={bodies.length === 0}
              onClick={() => send.mutate()}
            >
              {texts.send(count)}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {!isOver && (
          <Facts
            facts={[
              [texts.destination, texts.named(destination.name, destination.type)],
              [texts.receivers, [...hosts.keys()].join(', ') || texts.noReceiver],
              [texts.requests, String(count)],
              [texts.events, String(bodies.length)],
              [
                texts.credentials,
                /\bgetCredential\b/.test(code) ? texts.credentialsAreHidden : undefined,
              ],
              [
                texts.asCommand,
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
        {texts.nothingSent(answer.error)}
      </p>
    );
  }
  return answer.data.map((one, index) => {
    const statuses = one.destination_response_status ?? [];
    return (
      <div key={index}>
        {statuses.map((status, place) => (
          <Badge key={place} tone={status >= 200 && status < 300 ? 'success' : 'danger'}>
            {status === 0 ? texts.noAnswer : texts.status(status)}
          </Badge>
        ))}
        <JsonView
          label={texts.answers(index + 1)}
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
