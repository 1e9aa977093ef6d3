// Imported before everything else: libraries look at it while they are loaded, and where nothing is said some of them
// take their half for development, which is slower and tells more.
process.env.NODE_ENV ||= process.argv.includes('--dev') ? 'development' : 'production';

export {};
