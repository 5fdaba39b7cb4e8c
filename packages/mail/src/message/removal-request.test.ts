import { expect, test } from "vitest";
import { asksForRemoval } from "./removal-request.ts";
import { stripReply } from "./strip-reply.ts";

const REQUESTS: Record<string, string[]> = {
  en: [
    "Remove me",
    "unsubscribe",
    "STOP",
    "Please remove me from your list.",
    "Hi Sam,\n\nplease take me off your mailing list.\n\nThanks,\nJane",
    "Not interested, please remove me from your list",
    "Can you please remove me from this list?",
    "Stop emailing me!",
    "Don't contact me again.",
    "No thanks. Please unsubscribe me.",
    "I no longer wish to receive emails from you.",
    "We are not in the market for this. Kindly remove us from your database.",
    "Would you please take my email address off of your distribution\nlist? Thank you.",
    "Do not email me again please",
    "I'd like to unsubscribe from your newsletter.",
  ],
  de: [
    "Abmelden",
    "Bitte nehmen Sie mich aus Ihrem Verteiler.",
    "Hallo Herr Müller,\nbitte löschen Sie meine E-Mail-Adresse aus Ihrer Datenbank.\nMit freundlichen Grüßen\nAnna Klein",
    "Kein Interesse. Bitte schreiben Sie mir nicht mehr.",
    "Bitte mich aus dem Verteiler streichen, danke",
    "Ich möchte keine weiteren E-Mails von Ihnen erhalten.",
    "Bitte keine weiteren Mails mehr!",
    "Können Sie mich bitte aus Ihrer Liste streichen?",
    "Bitte unterlassen Sie weitere Werbung.",
  ],
  fr: [
    "Désinscription",
    "Merci de me retirer de votre liste de diffusion.",
    "Bonjour,\nveuillez supprimer mon adresse de votre base de données.\nCordialement,\nMarc",
    "Je ne souhaite plus recevoir vos mails.",
    "Merci de ne plus me contacter.",
    "Ne m'envoyez plus de messages svp",
    "Retirez-moi de votre liste s'il vous plaît",
    "Pas intéressé. Merci de ne plus m'écrire.",
    "Pourriez-vous me désinscrire de vos listes ?",
  ],
  es: [
    "Baja",
    "Por favor, elimíneme de su lista de correo.",
    "Buenos días, quiero darme de baja de esta lista. Gracias.",
    "No me interesa. No me escriban más, por favor.",
    "Dejen de enviarme correos.",
    "No quiero recibir más correos suyos.",
    "¿Pueden borrarme de su base de datos?",
    "No me contacten más",
  ],
  it: [
    "Cancellatemi",
    "Per favore rimuovetemi dalla vostra mailing list.",
    "Buongiorno,\nvi prego di cancellare il mio indirizzo dal vostro database.\nSaluti",
    "Non scrivetemi più.",
    "Non desidero ricevere altre comunicazioni.",
    "Smettetela di scrivermi!",
    "Potete cancellarmi dalla lista?",
    "Non sono interessato, non contattatemi più, grazie",
  ],
  pt: [
    "Descadastrar",
    "Por favor, remova-me da sua lista de e-mails.",
    "Bom dia,\npor favor retirem o meu email da vossa lista.\nObrigado",
    "Não me envie mais e-mails.",
    "Não quero mais receber seus emails",
    "Parem de me mandar mensagens.",
    "Gostaria de ser removido da lista.",
    "Não tenho interesse. Não me contactem mais.",
  ],
  nl: [
    "Uitschrijven",
    "Gelieve mij uit uw bestand te verwijderen.",
    "Hallo Sam,\nwilt u mij uit uw mailinglijst verwijderen?\nBedankt",
    "Stuur mij geen mails meer.",
    "Graag uitschrijven aub",
    "Geen interesse. Mail me niet meer.",
    "Ik wil geen e-mails meer ontvangen.",
    "Verwijder mijn e-mailadres uit jullie database.",
  ],
  pl: [
    "Proszę o usunięcie mnie z listy mailingowej.",
    "Proszę mnie wypisać z bazy.",
    "Dzień dobry,\nproszę usunąć mój adres z Państwa bazy danych.\nPozdrawiam",
    "Nie jestem zainteresowany. Proszę więcej do mnie nie pisać.",
    "Proszę nie wysyłać mi więcej maili.",
    "Nie życzę sobie otrzymywać więcej wiadomości.",
    "Wypiszcie mnie z newslettera",
    "Proszę nie kontaktować się ze mną więcej.",
  ],
};

const OTHERS: Record<string, string[]> = {
  en: [
    "Sounds good, call me on Tuesday.",
    "Could you tell me how I can remove me from the old plan before we start?",
    "Does your tool let people unsubscribe?",
    "How do your customers remove me or anybody else from a list?",
    "Please don't remove me from your list.",
    "Please remove me from the thread and write to Jane instead.",
    "If this is spam, remove me from your list, otherwise tell me your prices.",
    "Remove me from your list. But send me the price list first.",
    "Unsubscribe. Wait, what does it cost?",
    "We stop all projects in December.",
    "I don't want to receive the invoice by post.",
    "Please stop by on Monday.",
    "Don't email me, call me.",
    "Take me through the offer, please.",
    "I was removed from the meeting. Can you add me again?",
    "Not interested.",
    "",
  ],
  de: [
    "Bitte schreiben Sie mir nächste Woche noch einmal.",
    "Kein Interesse.",
    "Können Sie mich bitte anrufen?",
    "Wie kann ich mich aus Ihrem Verteiler abmelden, wenn ich nur den Newsletter behalten will?",
    "Bitte nehmen Sie mich nicht aus dem Verteiler.",
    "Bitte löschen Sie meine alte Adresse und nehmen Sie diese.",
    "Bitte keine Anrufe mehr, Mails sind in Ordnung.",
  ],
  fr: [
    "Merci de me rappeler demain.",
    "Pouvez-vous me retirer du rendez-vous de mardi ?",
    "Ne me retirez pas de votre liste.",
    "Pas intéressé pour le moment.",
    "Merci de ne plus me contacter par téléphone, le mail suffit.",
  ],
  es: [
    "Por favor, escríbame la semana que viene.",
    "¿Cómo puedo darme de baja si no me convence?",
    "No me interesa por ahora.",
    "No me eliminen de la lista, por favor.",
    "La producción va a la baja este año.",
  ],
  it: [
    "Mi scriva la prossima settimana.",
    "Non cancellatemi dalla lista!",
    "Potete rimuovere lo sfondo dalle foto?",
    "Non mi interessa al momento.",
  ],
  pt: [
    "Por favor, envie mais informações.",
    "Como posso cancelar a inscrição depois do teste?",
    "Não me remova da lista.",
    "Não tenho interesse agora, talvez em maio.",
  ],
  nl: [
    "Stuur mij graag meer informatie.",
    "Kan ik me later weer uitschrijven?",
    "Geen interesse.",
    "Verwijder mij niet uit de lijst.",
    "Mail me maar niet voor maandag, dan ben ik vrij.",
  ],
  pl: [
    "Proszę o więcej informacji.",
    "Czy można się później wypisać z newslettera bez opłat?",
    "Nie jestem zainteresowany.",
    "Proszę nie usuwać mnie z listy.",
  ],
};

const rows = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([language, texts]) => texts.map((text) => [language, text]));

test.each(rows(REQUESTS))("asks for no more mail (%s): %s", (_, text = "") => {
  expect(asksForRemoval(text)).toBe(true);
});

test.each(rows(OTHERS))("asks for something else (%s): %s", (_, text = "") => {
  expect(asksForRemoval(text)).toBe(false);
});

test("a quotation is no removal request, and a signature does not hide one", () => {
  const quoted =
    "Sure, let's talk.\r\n\r\nOn Mon, 2 Mar 2026 at 09:00, Sam <sam@a.example> wrote:\r\n";
  expect(asksForRemoval(stripReply({ text: `${quoted}> Remove me from your list` }))).toBe(false);
  const asked = `Remove me from your list.\r\n\r\n-- \r\nJane Doe\r\nDid you know? We have offices in 12 cities.\r\n`;
  expect(asksForRemoval(stripReply({ text: asked }))).toBe(true);
});

test("a long mail is no removal request, and one with endless repetition is read to its end", () => {
  expect(asksForRemoval(`Remove me from your list. ${"We grow apples. ".repeat(60)}`)).toBe(false);
  for (const text of [
    "please ",
    "remove me from your ",
    "nie pisac wiecej ",
    "and so ",
    "ne plus ",
  ]) {
    expect(asksForRemoval(text.repeat(600 / text.length))).toBe(false);
  }
});
