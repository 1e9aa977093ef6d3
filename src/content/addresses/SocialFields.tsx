import type { Control } from 'react-hook-form';
import { formPart, TextField } from '../../records/office/form/fields.tsx';
import { NETWORKS } from '../../ui/SocialItems.tsx';
import type { SocialValues } from './formValues.browser.ts';

/** Renders links to social networks in any form whose values include them. */
export function SocialFields<V extends SocialValues>(props: { control: Control<V> }) {
  const control = formPart<SocialValues, V>(props.control);
  const field = (network: keyof typeof NETWORKS) => (
    <TextField
      control={control}
      name={network}
      label={NETWORKS[network]}
      type="url"
      placeholder="https://"
      autoComplete="off"
    />
  );
  return (
    <>
      <div className="field-pair">
        {field('facebook')}
        {field('instagram')}
      </div>
      <div className="field-pair">
        {field('twitter')}
        {field('tiktok')}
      </div>
      <div className="field-pair">
        {field('pinterest')}
        {field('youtube')}
      </div>
      {field('linkedin')}
    </>
  );
}
