import { Icon } from '../../../ui/Icon.tsx';

/**
 * Renders actions for the kitchen: print, and keep the screen awake where the browser can
 * (site/pageScripts/recipeTools.ts).
 */
export const KitchenTools = () => (
  <div className="kitchen-tools needs-script">
    <button type="button" className="btn btn-line btn-s waits">
      <Icon name="printer" />
      Imprimir
    </button>
    <button type="button" className="btn btn-line btn-s waits" aria-pressed="false">
      <Icon name="sun" />
      Manter a tela acesa
    </button>
    <p className="sm" aria-live="polite" />
  </div>
);
