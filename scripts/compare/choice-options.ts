/** Flags that choose what is compared: folders of models, subjects and questions whose names contain a word. */
export const choiceOptions = {
  models: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  ask: { type: 'string', multiple: true },
} as const;
