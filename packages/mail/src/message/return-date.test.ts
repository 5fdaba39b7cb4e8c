import { expect, test } from "vitest";
import { findReturnDate } from "./return-date.ts";

// A Tuesday.
const NOW = Date.parse("2025-03-04T15:00:00Z");

const STATED: [said: string, returnsOn: string][] = [
  ["I am out of the office until March 10.", "2025-03-10"],
  ["I'm away from 3 to 14 March 2025 with limited access to email.", "2025-03-14"],
  ["I will be back on 2025-03-17.", "2025-03-17"],
  ["Returning Monday, 17th of March", "2025-03-17"],
  ["I will return on Monday.", "2025-03-10"],
  ["I am available again from 17 March.", "2025-03-17"],
  ["Not available from 10 March to 17 March.", "2025-03-17"],
  ["Out 03/05 - 03/20, back 3/21/2025", "2025-03-21"],
  ["Ich bin bis einschließlich 14.03.2025 nicht im Büro.", "2025-03-14"],
  ["Ich bin vom 3.3. bis zum 21.3. im Urlaub.", "2025-03-21"],
  ["Ab dem 17. März bin ich wieder erreichbar.", "2025-03-17"],
  ["Je suis absente jusqu’au 14 mars inclus.", "2025-03-14"],
  ["Je serai de retour le lundi 17 mars 2025.", "2025-03-17"],
  ["Absent du 3 au 1er avril.", "2025-04-01"],
  ["Estaré fuera de la oficina hasta el 14 de marzo de 2025.", "2025-03-14"],
  ["Vuelvo el próximo 17 de marzo.", "2025-03-17"],
  ["Sono fuori ufficio fino al 14/03/2025.", "2025-03-14"],
  ["Rientrerò lunedì 17 marzo.", "2025-03-17"],
  ["Estou de férias até 14 de março.", "2025-03-14"],
  ["Retorno no dia 17/03.", "2025-03-17"],
  ["मैं १४ मार्च तक कार्यालय से बाहर हूँ।", "2025-03-14"],
  ["मैं 17 मार्च को वापस आऊँगा।", "2025-03-17"],
  ["ოფისში არ ვარ 14 მარტამდე.", "2025-03-14"],
  ["17 მარტს დავბრუნდები.", "2025-03-17"],
];

test.each(STATED)("%s", (said, returnsOn) => {
  expect(findReturnDate(said, NOW)).toBe(returnsOn);
});

const UNSTATED = [
  "I am out of the office.",
  "I am out until 4 May 2025.",
  "I am out until June 30.",
  "I was away until 3 March 2025.",
  "Since 7 March I no longer work here.",
  "Please call +1 555 10 12 or 10.12.1.5.",
  "Our fair is on 10 March 2025.",
  "Back on 31.02.2025.",
  "",
];

test.each(UNSTATED)("no date of return in: %s", (said) => {
  expect(findReturnDate(said, NOW)).toBeUndefined();
});

test("sixty days ahead counts, sixty-one does not", () => {
  expect(findReturnDate("back on 2025-05-03", NOW)).toBe("2025-05-03");
  expect(findReturnDate("back on 2025-05-04", NOW)).toBeUndefined();
});

test("a day without its year is the one that lies ahead at the turn of the year", () => {
  expect(findReturnDate("back on 2 January", Date.parse("2025-12-22T00:00:00Z"))).toBe(
    "2026-01-02",
  );
});
