-- The two films about bonuses exist now: they are shown, with their pictures; what an operator has replaced stays.

-- +goose Up
update help_video set is_show = true, poster = '/media/help/' || code || '-{locale}.jpg'
where code in ('bonus', 'bonus-end') and poster = '' and video = '/media/help/' || code || '-{locale}.mp4';

-- +goose Down
update help_video set is_show = false, poster = ''
where code in ('bonus', 'bonus-end') and video = '/media/help/' || code || '-{locale}.mp4';
