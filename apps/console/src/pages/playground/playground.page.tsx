import { defined } from '@lethe/contracts/json';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.js';
import { changed } from '../../lib/search.js';
import { termPage } from '../../lib/guides.js';
import { Button, Loading, PageHeader } from '../../ui/index.js';
import { unsavedDraft, FIRST_CODE } from '../../features/playground/code-examples.js';
import { type Transformation, transformationQuery } from '../../api/transformations.js';
import { Workbench } from '../../features/playground/workbench.js';
import { TEXTS } from './texts.js';

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
      <PageHeader title={TEXTS.title} />
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
    // The query cache keeps the code when the user leaves the page.
    queries.setQueryDefaults(CODE_KEY, { gcTime: Infinity });
    queries.setQueryData(CODE_KEY, next);
  };
  return (
    <div data-wide>
      <PageHeader
        title={TEXTS.title}
        guide={termPage('test run')}
        description={of === undefined ? TEXTS.description : TEXTS.copyOf(of.name)}
        actions={
          may('catalog:write') && (
            <Button
              icon={Save}
              onClick={() => {
                unsavedDraft.set(code);
                void navigate({
                  to: '/transformations/new',
                  search: defined({ destination: search.destination }),
                });
              }}
            >
              {TEXTS.save}
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
