-- The films of our own screens that exist are shown, with their pictures; what an operator has replaced stays.

-- +goose Up
update help_video set is_show = true, poster = '/media/help/' || code || '-{locale}.jpg'
where code in ('wallet', 'game', 'balance') and poster = '' and video = '/media/help/' || code || '-{locale}.mp4';

-- +goose Down
update help_video set is_show = false, poster = ''
where code in ('wallet', 'game', 'balance') and video = '/media/help/' || code || '-{locale}.mp4';
