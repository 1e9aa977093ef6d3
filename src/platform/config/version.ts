import manifest from '../../../package.json' with { type: 'json' };

/** Version of this release, as in package.json and its tag. */
export const { version } = manifest;
