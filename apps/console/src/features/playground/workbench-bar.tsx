import { Play, Send } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.js';
import { SaveTestCaseButton } from '../test-cases/save-test-case.js';
import { Button, Combobox, CurlButton, Switch, shared } from '../../ui/index.js';
import { optionOf, type Destination } from '../../api/catalog.js';
import type { TestRunInput } from '../../api/tests.js';
import type { useTestRun } from './use-test-run.js';
import { SendDialog } from './send-dialog.js';
import { TEXTS } from './texts.js';
import type { WorkbenchProps } from './workbench-props.js';
import styles from './workbench.module.css';

const { workbenchBar: texts } = TEXTS;

interface WorkbenchBarProps extends WorkbenchProps {
  readonly destinations: readonly Destination[];
  readonly destination: Destination | undefined;
  readonly input: TestRunInput | undefined;
  readonly test: ReturnType<typeof useTestRun>;
  readonly isAutomatic: boolean;
  readonly onAutomaticChange: (isAutomatic: boolean) => void;
  readonly isPausedForFetch: boolean;
}

export function WorkbenchBar(props: WorkbenchBarProps) {
  const { destinations, destination, input, test, isAutomatic } = props;
  const may = useMay();
  const [isSending, setSending] = useState(false);
  if (!may('tests:run')) return props.lead;
  const seen = test.isCurrent && test.error === null ? test.result : undefined;
  const current = seen?.answer;
  const sendable = current?.results.some(({ output }) => output.length > 0) ?? false;
  return (
    <div className={styles.bar} role="group" aria-label={texts.label}>
      {props.lead !== undefined && <div className={styles.lead}>{props.lead}</div>}
      <div className={styles.destination}>
        <Combobox
          label={texts.destination}
          placeholder={texts.noDestination}
          value={destination?.id ?? null}
          onChange={(id) => props.onDestinationChange(id ?? undefined)}
          options={destinations.map(optionOf)}
          empty={texts.noMatch}
        />
      </div>
      <div className={styles.automatic}>
        <Switch
          label={texts.automatic}
          checked={isAutomatic}
          onChange={props.onAutomaticChange}
          {...(props.isPausedForFetch && { hint: texts.pausedForFetch })}
        />
      </div>
      <span className={shared.room} />
      {input !== undefined && (
        <CurlButton request={{ path: '/v0/testTransformation', body: input }} />
      )}
      <Button
        icon={Play}
        pending={test.isRunning && !isAutomatic}
        disabled={input === undefined}
        onClick={test.run}
      >
        {texts.run}
      </Button>
      <SaveTestCaseButton
        seen={seen}
        transformation={props.transformation}
        destination={destination}
      />
      {destination !== undefined && may('tests:send') && (
        <Button icon={Send} disabled={!sendable} onClick={() => setSending(true)}>
          {texts.send}
        </Button>
      )}
      {isSending && destination !== undefined && current !== undefined && (
        <SendDialog
          run={current}
          code={props.code}
          destination={destination}
          onClose={() => setSending(false)}
        />
      )}
    </div>
  );
}
