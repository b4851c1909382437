import { isObject, jsonOf } from '@lethe/contracts/json';
import { useMutation } from '@tanstack/react-query';
import { Play, Send } from 'lucide-react';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import type { Schemas } from '../../api/client.js';
import type { Definition } from '../../api/definitions.js';
import { useMay } from '../../api/session.js';
import type { TestAnswer } from '../../api/tests.js';
import { whereTo } from '../../features/playground/delivery-requests.js';
import type { CurlRequest } from '../../lib/curl.js';
import {
  Button,
  Card,
  CodeEditor,
  ConfirmDialog,
  CurlButton,
  ErrorState,
  Mono,
  Select,
  shared,
} from '../../ui/index.js';
import { EVENT_TYPES, testEvent, type EventType } from './test-events.js';
import { TestResult } from './test-result.js';

type Message = Schemas['TestDestinationRequestDto']['message'];

interface EventTestProps {
  readonly title: string;
  readonly definition: Definition;
  /** What goes with the event, where that can't be seen. */
  readonly note?: string | undefined;
  /** @returns whether what is tested is complete; says what is not where that is to be filled in */
  readonly check?: () => boolean;
  readonly ask: (message: Message, send: boolean) => Promise<TestAnswer>;
  /** The request that sends nothing, without secrets. */
  readonly curl: (message: Message) => CurlRequest;
  /** Gets what the API finds wrong, by path; nothing where it finds nothing. */
  readonly onDetails?: (details: Readonly<Record<string, string>>) => void;
}

interface Asking {
  /** Requests by origin. */
  readonly origins: ReadonlyMap<string, number>;
  readonly send: () => Promise<TestAnswer>;
}

/** One event through a destination, saved or not. Sends only when told, and says to whom. */
export function EventTest({ title, definition, check, ...props }: EventTestProps) {
  const may = useMay();
  const { supported, reason } = definition.capabilities.test;
  const types = EVENT_TYPES.filter((type) =>
    definition.config.supportedMessageTypes.includes(type),
  );
  const [type, setType] = useState<EventType>(types[0] ?? 'track');
  const [text, setText] = useState(() => testEvent(types[0] ?? 'track'));
  const [asking, setAsking] = useState<Asking>();
  const parsed = jsonOf(text);
  const isEvent = isObject(parsed);
  const message = (isEvent ? parsed : {}) as Message;
  const test = useMutation({
    mutationFn: (ask: () => Promise<TestAnswer>) => ask(),
    onSuccess: () => props.onDetails?.({}),
    onError: (error) => props.onDetails?.(detailsOf(error)),
    gcTime: 0,
  });
  if (!may('tests:run')) return null;
  if (!supported) {
    return (
      <Card title={title}>
        <p className={shared.quiet}>It can’t be tried here. {reason}</p>
      </Card>
    );
  }
  const run = (then?: (answer: TestAnswer) => void) => {
    if (!isEvent || check?.() === false) return;
    test.mutate(() => props.ask(message, false), { onSuccess: then });
  };
  const mayTest = isEvent && !test.isPending;
  return (
    <Card title={title} actions={<CurlButton request={props.curl(message)} />}>
      <div className={shared.form}>
        <Select
          label="Event"
          value={type}
          onChange={(next) => {
            setType(next);
            setText(testEvent(next));
          }}
          options={types.map((value) => ({ value, label: value }))}
        />
        <CodeEditor
          label="Event as JSON"
          language="json"
          height="220px"
          value={text}
          onChange={setText}
          onRun={() => run()}
        />
        {!isEvent && <p className={shared.wrong}>The event is no JSON object.</p>}
        {props.note !== undefined && <p className={shared.quiet}>{props.note}</p>}
        <div className={shared.row}>
          <Button icon={Play} disabled={!mayTest} pending={test.isPending} onClick={() => run()}>
            Show its requests
          </Button>
          {may('tests:send') && (
            <Button
              icon={Send}
              disabled={!mayTest}
              onClick={() => {
                // Who would get it is known after a run that sends nothing.
                run((answer) => {
                  const origins = whereTo(answer);
                  // What is edited meanwhile is not sent: it was not said to whom.
                  const send = () => props.ask(message, true);
                  if (origins.size > 0) setAsking({ origins, send });
                });
              }}
            >
              Send…
            </Button>
          )}
        </div>
        <p className={shared.quiet}>
          The first sends nothing. The second says to whom it sends, and asks. Nothing is stored,
          and nobody is suppressed.
        </p>
        {test.isError && <ErrorState compact error={test.error} />}
        {test.data !== undefined && <TestResult answer={test.data} />}
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title="Send this event?"
        consequence={
          <>
            <p>It goes out once, for real:</p>
            <ul className={shared.list}>
              {[...(asking?.origins ?? [])].map(([origin, requests]) => (
                <li key={origin}>
                  {requests} {requests === 1 ? 'request' : 'requests'} to <Mono>{origin}</Mono>
                </li>
              ))}
            </ul>
            <p>What arrives there stays there.</p>
          </>
        }
        confirmLabel="Send"
        onConfirm={async () => {
          if (asking !== undefined) await test.mutateAsync(asking.send);
        }}
      />
    </Card>
  );
}

/** @param send whether the event goes out */
export function stagesOf(send: boolean) {
  return { user_transform: true, ...unsavedStages(send) };
}

/** One that is not saved has no transformation. */
export function unsavedStages(send: boolean) {
  return { dest_transform: true, ...(send && { send_to_destination: true }) };
}
