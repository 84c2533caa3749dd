/** The last few things that were fetched, by name. */
export interface Shelf<Thing> {
  /** What is asked for twice at once is fetched once. What is not there, or could not be fetched, is not kept. */
  take(key: string, fetch: () => Promise<Thing | null>): Promise<Thing | null>;
}

export function createShelf<Thing>(most: number): Shelf<Thing> {
  let kept: { key: string; thing: Promise<Thing | null> }[] = [];
  return {
    async take(key, fetch) {
      const found = kept.find(one => one.key === key) ?? { key, thing: fetch() };
      kept = [...kept.filter(one => one !== found), found].slice(-most);
      const drop = (): void => {
        kept = kept.filter(one => one !== found);
      };
      const thing = await found.thing.catch(error => {
        drop();
        throw error;
      });
      if (thing === null) drop();
      return thing;
    },
  };
}
