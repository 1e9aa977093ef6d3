/**
 * Packages that the built server loads from `node_modules`, because they load files beside their modules: native
 * code, WebAssembly, fonts, the files of the API reference. Posters measure text with the `fontkit` of their PDFs, and
 * `file-type` hides an import from bundlers. `npm run build` makes all others part of `build`.
 */
export const runtimePackages = [
  'sharp',
  '@hyzyla/pdfium',
  '@react-pdf/renderer',
  'fontkit',
  'file-type',
  '@fastify/swagger-ui',
];
