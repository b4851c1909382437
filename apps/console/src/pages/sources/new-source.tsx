import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { newId, useSources } from '../../api/catalog.js';
import { CreateDialog, Select, TextField, toast } from '../../ui/index.js';

const TYPES = ['Javascript', 'Android', 'iOS', 'Node', 'Python', 'Go', 'Java', 'HTTP'] as const;

export function NewSource({ onClose }: { readonly onClose: () => void }) {
  const sources = useSources();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>(TYPES[0]);
  const [other, setOther] = useState('');
  // One id for one form: tried again after a lost answer, it makes one source.
  const [id] = useState(() => newId('src'));
  const type = chosen === '' ? other.trim() : chosen;
  const body = { id, name: name.trim(), type, enabled: true };
  const making = useMutation({
    mutationFn: () => sources.create(body),
    onSuccess: async ({ source }) => {
      onClose();
      toast.success('Source created', 'Its write key is on its page.');
      await navigate({ to: '/sources/$id', params: { id: source.id } });
    },
  });
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title="New source"
      size="s"
      label="Create"
      isComplete={body.name !== '' && type !== ''}
      making={making}
      onClose={onClose}
    >
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
        value={chosen}
        onChange={setChosen}
        options={[
          ...TYPES.map((value) => ({ value, label: value })),
          { value: '', label: 'Another' },
        ]}
      />
      {chosen === '' && (
        <TextField
          label="Which type"
          hint="As your data plane calls it."
          value={other}
          onChange={setOther}
          error={details.type}
        />
      )}
    </CreateDialog>
  );
}
