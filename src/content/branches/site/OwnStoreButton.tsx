import { Icon } from '../../../ui/Icon.tsx';

interface Props {
  branch: { uuid: string; name: string };
}

/** Makes a branch the shopper's own store, on their device only (site/pageScripts/ownStore.ts). */
export const OwnStoreButton = ({ branch: { uuid, name } }: Props) => (
  <button type="button" className="own-store needs-script waits" aria-pressed={false} data-own-store={uuid}>
    <Icon name="map-pin" />
    <Icon name="circle-check" />
    <span>
      Esta é a minha loja<span className="sr-only"> {name}</span>
      <small />
    </span>
  </button>
);
