import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { newId, useSources } from '../../api/catalog.js';
import { CreateDialog, Select, TextField, toast } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { newSource: texts } = TEXTS;
const TYPES = ['Javascript', 'Android', 'iOS', 'Node', 'Python', 'Go', 'Java', 'HTTP'] as const;

export function NewSource({ onClose }: { readonly onClose: () => void }) {
  const sources = useSources();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>(TYPES[0]);
  const [other, setOther] = useState('');
  // The form keeps one id, so a retry after a lost response cannot create a second source.
  const [id] = useState(() => newId('src'));
  const type = chosen === '' ? other.trim() : chosen;
  const body = { id, name: name.trim(), type, enabled: true };
  const making = useMutation({
    mutationFn: () => sources.create(body),
    onSuccess: async ({ source }) => {
      onClose();
      toast.success(texts.created, texts.whereKeyIs);
      await navigate({ to: '/sources/$id', params: { id: source.id } });
    },
  });
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title={texts.title}
      size="s"
      label={texts.create}
      isComplete={body.name !== '' && type !== ''}
      making={making}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        placeholder={texts.exampleOfName}
        maxLength={200}
        value={name}
        onChange={setName}
        error={details.name}
      />
      <Select
        label={texts.type}
        value={chosen}
        onChange={setChosen}
        options={[
          ...TYPES.map((value) => ({ value, label: value })),
          { value: '', label: texts.other },
        ]}
      />
      {chosen === '' && (
        <TextField
          label={texts.otherType}
          hint={texts.otherTypeHint}
          value={other}
          onChange={setOther}
          error={details.type}
        />
      )}
    </CreateDialog>
  );
}
