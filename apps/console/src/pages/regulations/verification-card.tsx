import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { useRegulations, type Deletion, type Regulation } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { adviceOnFound } from '../../features/deletions/advice-on-found.js';
import { FactDetail } from '../../features/deletions/fact-detail.js';
import { factsOfVerification } from '../../features/deletions/verification-facts.js';
import { useCommands } from '../../lib/commands.js';
import { Badge, Button, Card, DatedTime, Facts, shared, Stack, toast } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { verification: texts } = TEXTS;

/** Shows for each destination whether it has data of the user again, and asks again. */
export function VerificationCard({ regulation }: { readonly regulation: Regulation }) {
  const nameOf = useDestinationName();
  const may = useMay();
  const regulations = useRegulations();
  const [isAsking, setAsking] = useState(false);
  const { id, deletions = [], foundAgain } = regulation;
  const isComplete = deletions.some(({ status }) => status === 'complete');
  const mayVerify = isComplete && may('regulations:delete');
  const verify = () => {
    setAsking(true);
    regulations
      .verify(id)
      .then(
        ({ verifications, leftOut }) =>
          toast.success(
            texts.ordered(verifications),
            leftOut
              .map(({ destinationId, reason }) => texts.leftOut(nameOf(destinationId), reason))
              .join(' '),
          ),
        (error: unknown) => toast.error(texts.notOrdered, error),
      )
      .finally(() => setAsking(false));
  };
  const action = { label: texts.verifyThis, icon: SearchCheck, run: verify };
  useCommands(mayVerify ? [{ id: 'regulation:verify', group: 'This page', ...action }] : []);
  const advice = new Set(deletions.map(adviceOnFound).filter((one) => one !== undefined));
  if (!isComplete && deletions.every(({ verification }) => verification === undefined)) return null;
  return (
    <Card
      title={texts.title}
      actions={
        mayVerify && (
          <Button size="s" icon={SearchCheck} pending={isAsking} onClick={verify}>
            {texts.again}
          </Button>
        )
      }
    >
      <Stack>
        <p className={shared.quiet}>{texts.description}</p>
        <Facts
          facts={deletions.map((deletion) => [
            nameOf(deletion.destinationId),
            <Answer key={deletion.destinationId} deletion={deletion} />,
          ])}
        />
        {foundAgain && [...advice].map((one) => <p key={one}>{texts.advice[one]}</p>)}
      </Stack>
    </Card>
  );
}

function Answer({ deletion }: { readonly deletion: Deletion }) {
  const facts = factsOfVerification(deletion);
  if (facts.length === 0) {
    return <>{deletion.status === 'complete' ? texts.noneYet : texts.notComplete}</>;
  }
  return facts.map((fact) => (
    <div key={fact.key}>
      <Badge tone={fact.tone}>{fact.title}</Badge>{' '}
      {fact.at !== undefined && <DatedTime value={fact.at} mayBeAhead={fact.isAhead === true} />}
      {fact.at !== undefined && (fact.detail === undefined ? ' ' : ': ')}
      <FactDetail fact={fact} />
    </div>
  ));
}
