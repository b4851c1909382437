import { useMutation } from '@tanstack/react-query';
import { Play, Send } from 'lucide-react';
import { useState } from 'react';
import type { Destination } from '../../api/catalog.queries.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { Definition } from '../../api/definitions.queries.js';
import { useMay } from '../../api/session.js';
import { withoutSecrets, type Values } from '../../forms/config-values.js';
import { labelOf } from '../../forms/field-label.js';
import {
  Button,
  Card,
  CodeEditor,
  ConfirmDialog,
  CurlButton,
  ErrorState,
  Mono,
  Select,
} from '../../ui/index.js';
import styles from './destinations.module.css';
import { EVENT_TYPES, testEvent, type EventType } from './test-events.js';
import { whereTo } from './test-requests.js';
import { TestResult } from './test-result.js';

type Message = Schemas['TestDestinationRequestDto']['message'];

/** One event through the destination as it is on this page, saved or not. Sends only when told, and says to whom. */
export function DestinationTest({
  destination,
  definition,
  unsaved,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
  /** What was edited and not saved: used for the test alone. */
  readonly unsaved: Values;
}) {
  const may = useMay();
  const { supported, reason } = definition.capabilities.test;
  const types = EVENT_TYPES.filter((type) =>
    definition.config.supportedMessageTypes.includes(type),
  );
  const [type, setType] = useState<EventType>(types[0] ?? 'track');
  const [text, setText] = useState(() => testEvent(types[0] ?? 'track'));
  const [asking, setAsking] = useState<ReadonlyMap<string, number>>();
  const message = parse(text);
  const names = Object.keys(unsaved);
  const body = (send: boolean) => ({
    message: (message ?? {}) as Message,
    stage: {
      user_transform: true,
      dest_transform: true,
      ...(send && { send_to_destination: true }),
    },
    ...(names.length > 0 && { destinationConfig: unsaved }),
  });
  const test = useMutation({
    mutationFn: (send: boolean) =>
      dataOf(
        api.POST('/v0/testDestination/{id}', {
          params: { path: { id: destination.id }, query: { force: true } },
          body: body(send),
        }),
      ),
    gcTime: 0,
  });
  if (!may('tests:run')) return null;
  if (!supported) {
    return (
      <Card title="Try it with one event">
        <p className={styles.quiet}>It can’t be tried here. {reason}</p>
      </Card>
    );
  }
  const run = () => {
    if (message !== undefined) test.mutate(false);
  };
  const mayTest = message !== undefined && !test.isPending;
  return (
    <Card
      title="Try it with one event"
      actions={
        <CurlButton
          request={{
            path: `/v0/testDestination/${destination.id}?force=true`,
            body: {
              ...body(false),
              ...(names.length > 0 && {
                destinationConfig: withoutSecrets(
                  definition.config.fields,
                  definition.config.secretKeys,
                  unsaved,
                ),
              }),
            },
          }}
        />
      }
    >
      <div className={styles.form}>
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
          onRun={run}
        />
        {message === undefined && <p className={styles.wrong}>The event is no JSON object.</p>}
        {names.length > 0 && (
          <p className={styles.quiet}>
            With what you have not saved: {names.map(labelOf).join(', ')}.
          </p>
        )}
        <div className={styles.actions}>
          <Button icon={Play} disabled={!mayTest} pending={test.isPending} onClick={run}>
            Show its requests
          </Button>
          {may('tests:send') && (
            <Button
              icon={Send}
              disabled={!mayTest}
              onClick={() => {
                // Who would get it is known after a run that sends nothing.
                test.mutate(false, {
                  onSuccess: (answer) => {
                    const origins = whereTo(answer);
                    if (origins.size > 0) setAsking(origins);
                  },
                });
              }}
            >
              Send…
            </Button>
          )}
        </div>
        <p className={styles.quiet}>
          The first sends nothing. The second says to whom it sends, and asks. Nothing is stored,
          and nobody is suppressed.
        </p>
        {test.isError && <ErrorState compact error={test.error} />}
        {test.data !== undefined && <TestResult answer={test.data} />}
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={() => {
          setAsking(undefined);
        }}
        title="Send this event?"
        consequence={
          <>
            <p>It goes out once, for real:</p>
            <ul className={styles.plain}>
              {[...(asking ?? [])].map(([origin, requests]) => (
                <li key={origin}>
                  {requests} {requests === 1 ? 'request' : 'requests'} to <Mono>{origin}</Mono>
                </li>
              ))}
            </ul>
            <p>What arrives there stays there.</p>
          </>
        }
        confirmLabel="Send"
        onConfirm={() => test.mutateAsync(true)}
      />
    </Card>
  );
}

function parse(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}
