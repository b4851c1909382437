import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf } from '../../api/client.js';
import { Button, Dialog, ErrorState, Select, Stack, TextField, toast } from '../../ui/index.js';

const TYPES = ['Javascript', 'Android', 'iOS', 'Node', 'Python', 'Go', 'Java', 'HTTP'] as const;

const idOfForm = () => `src_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

export function NewSource({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [type, setType] = useState<string>(TYPES[0]);
  const [other, setOther] = useState('');
  // One id for one form: tried again after a lost answer, it makes one source.
  const [id, setId] = useState(idOfForm);
  const make = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/v2/sources', {
          body: { id, name: name.trim(), type: type === '' ? other.trim() : type, enabled: true },
        }),
      ),
    onSuccess: async ({ source }) => {
      close(false);
      setId(idOfForm());
      toast.success('Source created', 'Its write key is on its page.');
      await queries.invalidateQueries({ queryKey: ['sources'] });
      await navigate({ to: '/sources/$id', params: { id: source.id } });
    },
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setName('');
    setOther('');
    make.reset();
  };
  const details = make.error instanceof ApiError ? make.error.details : {};
  const isComplete = name.trim() !== '' && (type !== '' || other.trim() !== '');
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="New source"
      size="s"
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            type="submit"
            form="new-source"
            variant="primary"
            pending={make.isPending}
            disabled={!isComplete}
          >
            Create
          </Button>
        </>
      }
    >
      <form
        id="new-source"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !make.isPending) make.mutate();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            placeholder="Website"
            maxLength={200}
            value={name}
            onChange={setName}
            error={details.name}
          />
          <Select
            label="Type"
            value={type}
            onChange={setType}
            options={[
              ...TYPES.map((value) => ({ value, label: value })),
              { value: '', label: 'Another' },
            ]}
          />
          {type === '' && (
            <TextField
              label="Which type"
              hint="As your data plane calls it."
              value={other}
              onChange={setOther}
              error={details.type}
            />
          )}
          {make.isError && <ErrorState compact error={make.error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
