import Bowser from 'bowser';

/** A phone sends some two hundred letters. */
const LONGEST = 1000;
const UNKNOWN = 'Programa desconhecido';

/** «Chrome no Windows», as people call what they use; nothing of it tells two of the same kind apart. */
export function browserInWords(agent: string): string {
  if (agent === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(agent.slice(0, LONGEST));
  if (!browser.name) return UNKNOWN;
  const system = os.name === 'macOS' ? 'Mac' : os.name;
  return system ? `${browser.name} no ${system}` : browser.name;
}
