package main

import (
	"context"
	"fmt"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

// The guest of the demo who waits for a person.
const demoGuest = "guest-00000000-0000-4000-8000-000000000001"

// seedTalks writes what operators answer often, a talk of the member with a past that an operator answered and ended,
// and a guest who waits for a person. Where somebody has talked already, nothing is written.
func seedTalks(ctx context.Context, server *app.App, portalURL, partiesURL string, moved *clock) error {
	defer moved.reset()
	anybody := chat.InboxFilter{States: []chat.State{chat.WithBot, chat.Waiting, chat.Taken, chat.Closed}, Page: 1, Limit: 1}
	if _, known, err := server.Chat.Inbox(ctx, anybody); err != nil || known > 0 {
		return err
	}
	ctx = audit.WithActor(ctx, audit.Actor{Name: demoOperator, Via: audit.Command})
	if err := seedAnswers(ctx, server); err != nil {
		return err
	}
	words := talkWords(server.Config.Edition)
	moved.set(time.Now().AddDate(0, 0, -3))
	member, err := newBrowser(portalURL, partiesURL)
	if err != nil {
		return err
	}
	if _, err := member.logIn(ctx, demoMembers(server.Config.Edition)[0]); err != nil {
		return err
	}
	for _, said := range words.asks {
		if err := member.say(ctx, said, ""); err != nil {
			return err
		}
	}
	if err := answerTalk(ctx, server, words.answer); err != nil {
		return err
	}
	moved.reset()
	guest, err := newBrowser(portalURL, partiesURL)
	if err != nil {
		return err
	}
	return guest.say(ctx, words.agent, demoGuest)
}

// answerTalk has the operator take the talk that waits, answer it and end it.
func answerTalk(ctx context.Context, server *app.App, answer string) error {
	waiting, _, err := server.Chat.Inbox(ctx, chat.InboxFilter{States: []chat.State{chat.Waiting}, Page: 1, Limit: 1})
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		return fmt.Errorf("nobody waits for a person")
	}
	talk := waiting[0]
	canned, err := server.Chat.Canned(ctx, "LOOKING", talk.Locale)
	if err != nil {
		return err
	}
	for _, step := range []func(ctx context.Context, conversation id.ID) (chat.Conversation, error){
		server.Chat.Take,
		func(ctx context.Context, conversation id.ID) (chat.Conversation, error) {
			return server.Chat.Reply(ctx, chat.ReplyInput{Conversation: conversation, Content: canned})
		},
		func(ctx context.Context, conversation id.ID) (chat.Conversation, error) {
			return server.Chat.Reply(ctx, chat.ReplyInput{Conversation: conversation, Content: chat.Content{Type: chat.Text, Text: answer}})
		},
		server.Chat.Close,
	} {
		if _, err := step(ctx, talk.ID); err != nil {
			return err
		}
	}
	return nil
}

// seedAnswers writes an answer of the bot besides the product's own, and canned replies.
func seedAnswers(ctx context.Context, server *app.App) error {
	says := func(text string) []chat.Content { return []chat.Content{{Type: chat.Text, Text: text}} }
	if err := server.Chat.PutEntry(ctx, chat.Entry{
		Code: "OPENING_HOURS", Position: 60,
		Keywords: []string{"เปิดกี่โมง", "เวลาทำการ", "ເປີດຈັກໂມງ", "ເວລາເຮັດວຽກ", "opening hours", "office hours"},
		Answers: map[string][]chat.Content{
			"th": says("แอดมินตอบแชตทุกวัน ตลอด 24 ชั่วโมง"),
			"la": says("ແອດມິນຕອບແຊັດທຸກມື້ ຕະຫຼອດ 24 ຊົ່ວໂມງ"),
			"en": says("We answer every day, at any hour."),
		},
	}); err != nil {
		return err
	}
	for _, reply := range []chat.CannedReply{
		{Code: "LOOKING", Texts: map[string]string{
			"th": "กำลังตรวจสอบให้ กรุณารอสักครู่",
			"la": "ກຳລັງກວດສອບໃຫ້ ກະລຸນາລໍຖ້າຈັກໜ່ອຍ",
			"en": "We are looking into it. One moment, please.",
		}},
		{Code: "SLIP", Texts: map[string]string{
			"th": "กรุณาส่งรูปสลิปที่เห็นรายการครบถ้วน",
			"la": "ກະລຸນາສົ່ງຮູບສະລິບທີ່ເຫັນລາຍການຄົບຖ້ວນ",
			"en": "Please send a picture of the whole slip.",
		}},
		{Code: "THANKS", Texts: map[string]string{
			"th": "ขอบคุณที่ติดต่อเรา",
			"la": "ຂອບໃຈທີ່ຕິດຕໍ່ຫາພວກເຮົາ",
			"en": "Thank you for writing to us.",
		}},
	} {
		if err := server.Chat.PutCannedReply(ctx, reply); err != nil {
			return err
		}
	}
	return nil
}

// talk is what is said in the demo's talks, in the edition's language.
type talk struct {
	asks          []string
	agent, answer string
}

func talkWords(edition app.Edition) talk {
	if edition == app.Laos {
		return talk{
			asks: []string{"ຝາກເງິນແນວໃດ", "ຢາກລົມກັບແອດມິນ"}, agent: "ຢາກລົມກັບແອດມິນ", answer: "ຍອດເງິນເຂົ້າແລ້ວ ກວດເບິ່ງໄດ້ເລີຍ",
		}
	}
	return talk{asks: []string{"ฝากเงินยังไง", "ขอคุยกับแอดมิน"}, agent: "ขอคุยกับแอดมิน", answer: "ยอดเงินเข้าแล้ว ตรวจสอบได้เลย"}
}

// say sends a text to the chat, as a guest where one is named.
func (b *browser) say(ctx context.Context, text, guest string) error {
	message := portal.ChatSendRequest{Message: portal.ChatMessage{MessageType: portal.ChatMessageType(chat.Text), Payload: &portal.ChatPayload{Message: &text}}}
	if guest != "" {
		message.GuestID = &guest
	}
	sent, err := b.portal.SendChatMessageWithResponse(ctx, &portal.SendChatMessageParams{}, message)
	if err != nil {
		return err
	}
	if sent.JSON200 == nil {
		return refused("writing to the chat", sent.StatusCode(), sent.Body)
	}
	return nil
}
