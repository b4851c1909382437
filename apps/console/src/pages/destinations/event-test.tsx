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
import { TEXTS } from './texts.js';

const { eventTest: texts } = TEXTS;

type Message = Schemas['TestDestinationRequestDto']['message'];

interface EventTestProps {
  readonly title: string;
  readonly definition: Definition;
  /** Text about the settings that the test uses. */
  readonly note?: string | undefined;
  /** @returns true if the input is complete; if not, marks the missing fields */
  readonly check?: () => boolean;
  readonly ask: (message: Message, send: boolean) => Promise<TestAnswer>;
  /** Returns the request of the preview, without secrets. */
  readonly curl: (message: Message) => CurlRequest;
  /**
   * Called after each test with the errors of the API by path. The object is empty after a success.
   */
  readonly onDetails?: (details: Readonly<Record<string, string>>) => void;
}

interface Asking {
  /** Number of requests by origin. */
  readonly origins: ReadonlyMap<string, number>;
  readonly send: () => Promise<TestAnswer>;
}

/**
 * Tests one event with a saved or unsaved destination. Sends only after the user has confirmed the
 * receivers.
 */
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
        <p className={shared.quiet}>{texts.unsupported(reason ?? '')}</p>
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
          label={texts.event}
          value={type}
          onChange={(next) => {
            setType(next);
            setText(testEvent(next));
          }}
          options={types.map((value) => ({ value, label: value }))}
        />
        <CodeEditor
          label={texts.eventAsJson}
          language="json"
          height="220px"
          value={text}
          onChange={setText}
          onRun={() => run()}
        />
        {!isEvent && <p className={shared.wrong}>{texts.noObject}</p>}
        {props.note !== undefined && <p className={shared.quiet}>{props.note}</p>}
        <div className={shared.row}>
          <Button icon={Play} disabled={!mayTest} pending={test.isPending} onClick={() => run()}>
            {texts.preview}
          </Button>
          {may('tests:send') && (
            <Button
              icon={Send}
              disabled={!mayTest}
              onClick={() => {
                // Runs a preview to find the receivers.
                run((answer) => {
                  const origins = whereTo(answer);
                  // Sends the message that the user confirmed, not later edits.
                  const send = () => props.ask(message, true);
                  if (origins.size > 0) setAsking({ origins, send });
                });
              }}
            >
              {texts.sending}
            </Button>
          )}
        </div>
        <p className={shared.quiet}>
          <strong>{texts.preview}</strong> {texts.previewEffect} <strong>{texts.send}</strong>{' '}
          {texts.sendEffect}
        </p>
        {test.isError && <ErrorState compact error={test.error} />}
        {test.data !== undefined && <TestResult answer={test.data} />}
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={texts.question}
        consequence={
          <>
            <p>{texts.effect}</p>
            <ul className={shared.list}>
              {[...(asking?.origins ?? [])].map(([origin, requests]) => (
                <li key={origin}>
                  {texts.requestsTo(requests)} <Mono>{origin}</Mono>
                </li>
              ))}
            </ul>
            <p>{texts.final}</p>
          </>
        }
        confirmLabel={texts.send}
        onConfirm={async () => {
          if (asking !== undefined) await test.mutateAsync(asking.send);
        }}
      />
    </Card>
  );
}

/** @param send true to send the requests */
export function stagesOf(send: boolean) {
  return { user_transform: true, ...unsavedStages(send) };
}

/** Returns the stages for an unsaved destination, which has no transformation. */
export function unsavedStages(send: boolean) {
  return { dest_transform: true, ...(send && { send_to_destination: true }) };
}
