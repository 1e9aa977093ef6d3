import Bowser from 'bowser';

/** Longest user agent that is parsed. A phone sends about 200 characters. */
const MAX_AGENT_LENGTH = 1000;
const UNKNOWN = 'Programa desconhecido';

/** Returns a display name such as «Chrome no Windows», too general to identify a single browser. */
export function browserName(agent: string): string {
  if (agent === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(agent.slice(0, MAX_AGENT_LENGTH));
  if (!browser.name) return UNKNOWN;
  const system = os.name === 'macOS' ? 'Mac' : os.name;
  return system ? `${browser.name} no ${system}` : browser.name;
}
