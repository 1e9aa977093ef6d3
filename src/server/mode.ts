/** True for `npm start -- --dev`, which renders pages through Vite. */
export const isDevelopment = process.argv.includes('--dev');

// Must be the first import: libraries read `NODE_ENV` while they load. Without it, some load their slower
// development half.
process.env.NODE_ENV ||= isDevelopment ? 'development' : 'production';
