export const TEXTS = {
  librariesPage: {
    title: 'Libraries',
    description: 'Code that several transformations can import.',
    transformations: 'Transformations',
    name: 'Name',
    importedAs: 'Imported as',
    changed: 'Changed',
    create: 'New library',
    shown: (count: number) => (count === 1 ? '1 library' : `${count} libraries`),
    none: 'No libraries yet',
    whatTheyAre:
      'If several transformations need the same function, write it here once and import it.',
  },
  libraryForm: {
    transformations: 'Transformations',
    libraries: 'Libraries',
    name: 'Name',
    exampleOfName: 'pii',
    nameHint: 'Transformations use this name to import the library.',
    code: 'Code of the library',
    /** These texts are placed around the name of a key. */
    tab: 'In the editor, Tab indents. To leave it, press Escape, then Tab. ',
    saves:
      ' saves. Libraries have no versions: transformations always run the code that was saved last.',
  },
  libraryPage: {
    title: 'Library',
    titleOf: (name: string) => `Library ${name}`,
    saved: 'Library saved',
    runsSoon: 'Within 5 seconds, transformations that import it run the new code.',
    unsavedBadge: 'Unsaved',
    delete: 'Delete the library',
    save: 'Save',
    question: (name: string) => `Delete ${name}?`,
    consequence: 'Transformations that import it will fail. This cannot be undone.',
    confirm: 'Delete library',
    deleted: 'Library deleted',
    unsaved: 'Your changes will be lost.',
  },
  newLibraryPage: {
    title: 'New library',
    create: 'Create',
    created: 'Library created',
    unsaved: 'Your code will be lost.',
  },
} as const;
