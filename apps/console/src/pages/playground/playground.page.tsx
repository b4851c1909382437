import { defined } from '@lethe/contracts/json';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.js';
import { changed } from '../../lib/search.js';
import { Button, Loading, PageHeader } from '../../ui/index.js';
import { draftInHand, FIRST_CODE } from '../../features/playground/code-examples.js';
import { type Transformation, transformationQuery } from '../../api/transformations.js';
import { Workbench } from '../../features/playground/workbench.js';

const route = getRouteApi('/playground');
const CODE_KEY = ['playground', 'code'];

export default function PlaygroundPage() {
  const { transformation } = route.useSearch();
  const queries = useQueryClient();
  const query = useQuery({
    ...transformationQuery(transformation ?? ''),
    enabled: transformation !== undefined,
  });
  const { data } = query;
  if (transformation === undefined) {
    return <Playground first={queries.getQueryData<string>(CODE_KEY) ?? FIRST_CODE} />;
  }
  if (data !== undefined) {
    return <Playground key={transformation} first={data.code} of={data} />;
  }
  return (
    <>
      <PageHeader title="Playground" />
      <Loading query={query} lines={8} />
    </>
  );
}

function Playground({ first, of }: { readonly first: string; readonly of?: Transformation }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const [code, setCode] = useState(first);
  const change = (next: string) => {
    setCode(next);
    if (of !== undefined) return;
    // As the event: it stays while one goes from page to page.
    queries.setQueryDefaults(CODE_KEY, { gcTime: Infinity });
    queries.setQueryData(CODE_KEY, next);
  };
  return (
    <div data-wide>
      <PageHeader
        title="Playground"
        description={
          of === undefined
            ? 'What becomes of an event. It runs as you type; nothing is sent until you say so.'
            : `A copy of ${of.name}: what you change here is not saved.`
        }
        actions={
          may('catalog:write') && (
            <Button
              icon={Save}
              onClick={() => {
                draftInHand.set(code);
                void navigate({
                  to: '/transformations/new',
                  search: defined({ destination: search.destination }),
                });
              }}
            >
              Save as a transformation
            </Button>
          )
        }
      />
      <Workbench
        code={code}
        {...(of !== undefined && { transformation: of })}
        onCodeChange={change}
        destinationId={search.destination}
        onDestinationChange={(destination) => {
          void navigate({ search: changed(search, { destination }), replace: true });
        }}
      />
    </div>
  );
}
