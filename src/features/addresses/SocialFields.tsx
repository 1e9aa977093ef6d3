import type { Control } from 'react-hook-form';
import { TextField } from '../../ui/office/form/fields.tsx';
import { NETWORKS } from '../../ui/SocialItems.tsx';
import type { SocialValues } from './startValues.browser.ts';

/** Links to the social networks, as a part of any form whose values carry them. */
export function SocialFields<V extends SocialValues>(props: { control: Control<V> }) {
  // The fields' names are known only without the form's other values.
  const control = props.control as unknown as Control<SocialValues>;
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
