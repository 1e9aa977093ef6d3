import type { Config } from '../../platform/config/config.ts';
import type { Runtime } from '../../site/api.ts';

/** Returns the size limits that forms check before an upload. */
export const fileMegabytesOf = (
  config: Pick<Config, 'MAX_IMAGE_MB' | 'MAX_PDF_MB' | 'MAX_VIDEO_MB'>,
): Runtime['fileMegabytes'] => ({
  image: config.MAX_IMAGE_MB,
  pdf: config.MAX_PDF_MB,
  video: config.MAX_VIDEO_MB,
});
