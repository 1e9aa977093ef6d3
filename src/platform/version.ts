import manifest from '../../package.json' with { type: 'json' };

/** Of this release, as in package.json and its tag. */
export const { version } = manifest;
