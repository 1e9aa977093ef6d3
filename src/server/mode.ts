// Must be the first import: libraries read `NODE_ENV` while they load. Without it, some load their slower
// development half.
process.env.NODE_ENV ||= process.argv.includes('--dev') ? 'development' : 'production';

export {};
