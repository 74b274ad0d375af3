// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

contract MarketTradingTest is MarketsFixture {
    /// The worked case of the specification.
    function test_firstPurchaseOfAFreshMarket() public {
        address market = createMarket(2, 0);
        uint256 shares = bet(ALICE, market, 0, 100e18);
        vm.assertEq(shares / 1e15, 195_109);
        (uint256 reserve, uint256 cost, uint256 circulating) = trading.getOutcome(market, 0);
        vm.assertEq(reserve, 2_598.5e18);
        vm.assertEq(cost, 98.5e18);
        vm.assertEq(circulating, shares);
        (,,, uint256 total) = trading.getState(market);
        vm.assertEq(total, 5_098.5e18);
        // 1.5 USDB of tax: 1 to the market, 5 % of it to the bounty.
        vm.assertEq(trading.getGeneralPot(market), 50.95e18);
        vm.assertEq(trading.getBountyPool(market), 0.05e18);
    }

    function test_bothGettersReturnTheSameRecord() public {
        address market = createMarket(3, vm.getBlockTimestamp() + 1 days);
        IMarketBook.MarketData memory a = recordOf(trading, IMarketBook.marketData.selector, market);
        IMarketBook.MarketData memory b = recordOf(trading, IMarketBook.getMarketData.selector, market);
        vm.assertTrue(keccak256(abi.encode(a)) == keccak256(abi.encode(b)));
        vm.assertEq(a.marketToken, market);
        vm.assertEq(a.creator, DEV);
        vm.assertEq(a.usdc, address(usdb));
        vm.assertEq(a.marketName, "Will it rain?");
        vm.assertEq(a.endTime, vm.getBlockTimestamp() + 1 days);
        vm.assertEq(a.finalOutcome, 255);
        vm.assertEq(recordOf(privateTrading, IMarketBook.marketData.selector, market).marketToken, address(0));
    }

    function test_acceptsTideAsInput() public {
        address market = createMarket(2, 0);
        uint256 tide = buy(ALICE, address(main), 100e18);
        vm.prank(ALICE);
        trading.buy(market, 1, address(main), tide, 90e18, 0);
        vm.assertEq(main.balanceOf(ALICE), 0);
        vm.assertTrue(trading.userShares(market, ALICE, 1) > 0);
    }

    function test_winnersShareThePool() public {
        address market = createMarket(2, 0);
        uint256 a = bet(ALICE, market, 0, 100e18);
        bet(BOB, market, 1, 300e18);
        vm.prank(ALICE);
        trading.listOrder(market, 0, a / 2, 0.3e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, a / 4);
        vm.prank(DEV);
        resolver.proposeOutcome(market, 0);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        resolver.finalizeUncontested(market);
        uint256 pool = trading.getPool(market);
        uint256 before = usdb.balanceOf(ALICE) + usdb.balanceOf(BOB);
        vm.prank(ALICE);
        trading.redeem(market);
        vm.prank(BOB);
        trading.redeem(market);
        uint256 paid = usdb.balanceOf(ALICE) + usdb.balanceOf(BOB) - before;
        vm.assertLe(paid, pool, "more than the pool");
        vm.assertGe(paid, pool - 2, "dust only");
        vm.assertLe(usdb.balanceOf(address(trading)), 2, "nothing stays");
    }

    function test_purchaseIsAnnouncedWithTheNewReserves() public {
        address market = createMarket(2, 0);
        uint256 shares = MarketMath.shares(98.5e18, 2_500e18, 5_000e18);
        vm.prank(ALICE);
        vm.expectEmit(address(trading));
        emit IMarketBook.SharesTraded(market, ALICE, 1, shares, 98.5e18, 0, 2_598.5e18, 5_098.5e18);
        trading.buy(market, 1, address(usdb), 100e18, 100e18, shares);
        vm.assertEq(trading.getUserShares(market, ALICE, 1), shares);
        vm.assertEq(trading.userCost(market, ALICE, 1), 98.5e18);
        vm.assertTrue(trading.hasBettedOnMarket(market, ALICE));
        vm.assertFalse(trading.hasBettedOnMarket(market, BOB));
    }

    /// A third of the tax is split like any tax: 20 % to the creator, the rest to the treasury.
    function test_taxGoesToMarketCreatorAndTreasury() public {
        address market = createMarket(2, 0);
        uint256[2] memory before = [usdb.balanceOf(DEV), usdb.balanceOf(TREASURY)];
        bet(ALICE, market, 0, 100e18);
        vm.assertEq(usdb.balanceOf(DEV) - before[0], 0.1e18);
        vm.assertEq(usdb.balanceOf(TREASURY) - before[1], 0.4e18);
        vm.assertEq(usdb.balanceOf(address(trading)), 50e18 + 98.5e18 + 1e18);
        vm.assertEq(usdb.balanceOf(address(taxes)), 0);
    }

    function test_tradesOfTheMarketsTokenFeedTheMarket() public {
        address market = createMarket(2, 0);
        buy(ALICE, market, 100e18);
        vm.assertEq(trading.getGeneralPot(market), 50.95e18);
        vm.assertEq(trading.getBountyPool(market), 0.05e18);
        vm.assertEq(usdb.balanceOf(address(trading)), 51e18);
    }

    /// The pool of a resolved market is fixed, so later tax goes to the insurance wallet.
    function test_taxOfAResolvedMarketGoesToTheInsurance() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 100e18);
        finalizeUndisputed(market, 0);
        uint256[2] memory before = [trading.getPool(market), usdb.balanceOf(INSURANCE)];
        buy(ALICE, market, 100e18);
        vm.assertEq(trading.getPool(market), before[0]);
        vm.assertEq(usdb.balanceOf(INSURANCE) - before[1], 1e18);
        vm.assertEq(usdb.balanceOf(address(trading)), before[0]);
    }

    function test_purchaseIsRefusedWithoutEffect() public {
        address market = createMarket(2, 0);
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.buy(market, 0, address(usdb), 0, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, 1e18 - 1, 1e18));
        trading.buy(market, 0, address(usdb), 1e18 - 1, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOutcome.selector, 2));
        trading.buy(market, 2, address(usdb), 1e18, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOutcome.selector, 254));
        trading.buyOrdersAndContract(market, 254, new uint256[](0), address(usdb), 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientUsdc.selector, 1e18, 1e18 + 1));
        trading.buy(market, 0, address(usdb), 1e18, 1e18 + 1, 0);
        uint256 shares = MarketMath.shares(0.985e18, 2_500e18, 5_000e18);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, shares, shares + 1));
        trading.buy(market, 0, address(usdb), 1e18, 0, shares + 1);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InvalidPath.selector));
        trading.buy(market, 0, address(trading), 1e18, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InvalidPath.selector));
        trading.buy(market, 0, address(0), 1e18, 0, 0);
        vm.stopPrank();
    }

    function test_thePoolSellsUntilTheEnd() public {
        uint256 end = vm.getBlockTimestamp() + 100;
        address market = createMarket(2, end);
        uint256 shares = bet(ALICE, market, 0, 50e18);
        vm.warp(end - 1);
        vm.assertTrue(trading.isPoolOpen(market));
        bet(BOB, market, 1, 10e18);
        vm.warp(end);
        _expectClosed(market);
        // Orders can be filled until the outcome is final.
        list(ALICE, market, 0, shares / 2, 0.9e18);
        propose(market, 0);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 1e18);
        resolver.finalizeUncontested(market);
        vm.assertFalse(trading.isPoolOpen(market));
        vm.prank(BOB);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buy(market, 0, address(usdb), 1e18, 0, 0);
    }

    /// A proposal closes the pool, EARLY opens it again, the final outcome closes it for good.
    function test_anOpenEndedPoolSellsUntilAnOutcomeIsProposed() public {
        address market = createMarket(2, 0);
        stakeVoters(2);
        vm.warp(vm.getBlockTimestamp() + 1_000 days);
        bet(ALICE, market, 0, 10e18);
        propose(market, 0);
        _expectClosed(market);
        dispute(market, 253);
        _expectClosed(market);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        _expectClosed(market);
        resolver.finalizeMarket(market);
        vm.assertTrue(trading.isPoolOpen(market));
        bet(BOB, market, 1, 10e18);
        finalizeUndisputed(market, 1);
        vm.assertFalse(trading.isPoolOpen(market));
    }

    function test_poolOfAnUnknownMarketIsClosed() public {
        vm.assertFalse(trading.isPoolOpen(ALICE));
        vm.assertFalse(privateTrading.isPoolOpen(createMarket(2, 0)));
    }

    function test_ecosystemsOfTheHubToken() public view {
        (address factory_, address swap_, address usdc, bool active) = trading.ecosystems(address(main));
        vm.assertEq(factory_, address(factory));
        vm.assertEq(swap_, address(swap));
        vm.assertEq(usdc, address(usdb));
        vm.assertTrue(active);
        (factory_, swap_, usdc, active) = privateTrading.ecosystems(address(usdb));
        vm.assertEq(factory_, address(0));
        vm.assertEq(swap_, address(0));
        vm.assertEq(usdc, address(0));
        vm.assertFalse(active);
    }

    /// The creator manages the whitelist of a frozen market token through the market contract too.
    function test_creatorManagesTheTokenThroughTheMarket() public {
        vm.prank(DEV);
        address market =
            trading.createMarket("Will it rain?", "RAIN", 0, optionsOf(2), address(main), true, 1_000, 50e18);
        FactoryToken token = FactoryToken(market);
        address[] memory guests = new address[](2);
        (guests[0], guests[1]) = (ALICE, BOB);
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        trading.SetWhitelistedWallet(guests, 100e18, "guests", market);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        trading.RemoveWhitelist(BOB, market);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        trading.DisableFreeze(market);
        vm.stopPrank();
        vm.startPrank(DEV);
        vm.expectEmit(market);
        emit IFactoryToken.WhiteListedWallet(ALICE, 100e18, "guests");
        vm.expectEmit(market);
        emit IFactoryToken.WhiteListedWallet(BOB, 100e18, "guests");
        trading.SetWhitelistedWallet(guests, 100e18, "guests", market);
        vm.assertEq(token.whitelistMaxBuyForUser(BOB), 100e18);
        trading.RemoveWhitelist(BOB, market);
        vm.assertTrue(token.whitelisted(ALICE) && !token.whitelisted(BOB));
        trading.DisableFreeze(market);
        vm.assertFalse(token.frozen());
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, BOB));
        trading.DisableFreeze(BOB);
        vm.stopPrank();
    }

    /// A creator cannot manage the token of another market or a launched token.
    function test_creatorsManageOnlyTheirOwnTokens() public {
        address launched = address(launch(50, true, 10, 1_000));
        vm.prank(ALICE);
        address other = trading.createMarket("Q?", "QQ", 0, optionsOf(2), address(main), true, 1_000, 50e18);
        vm.startPrank(DEV);
        vm.expectRevert(IMarketBook.OnlyCreator.selector);
        trading.DisableFreeze(other);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, launched));
        trading.DisableFreeze(launched);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, other));
        privateTrading.DisableFreeze(other);
        vm.stopPrank();
    }

    /// The market's own token is accepted as input, also while it is frozen, and in another market.
    function test_paysWithTokensOfMarkets() public {
        vm.prank(DEV);
        address market =
            trading.createMarket("Will it rain?", "RAIN", 0, optionsOf(2), address(main), true, 1_000, 50e18);
        address[] memory wallets = new address[](1);
        wallets[0] = ALICE;
        vm.prank(DEV);
        FactoryToken(market).SetWhitelistedWallet(wallets, 1_000e18, "");
        uint256 tokens = buy(ALICE, market, 200e18);
        address other = createMarket(2, 0);
        vm.startPrank(ALICE);
        FactoryToken(market).approve(address(trading), tokens);
        uint256 quote = swap.getAmountsOut(tokens / 2, pathOf(market, address(main), address(usdb)));
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        trading.buy(market, 0, market, tokens / 2, quote + 1, 0);
        trading.buy(market, 0, market, tokens / 2, quote, 0);
        trading.buyOrdersAndContract(other, 1, new uint256[](0), market, tokens / 2, 0);
        vm.stopPrank();
        (, uint256 cost,) = trading.getOutcome(market, 0);
        vm.assertEq(cost, quote - (quote * 150 + 9_999) / 10_000);
        vm.assertTrue(trading.userShares(other, ALICE, 1) > 0);
        _expectSolvency(market, other);
    }

    function test_donationsGrowPotAndBounty() public {
        address market = createMarket(2, 0);
        vm.startPrank(ALICE);
        vm.expectEmit(address(trading));
        emit IMarketBook.PotDonated(market, ALICE, 7e18);
        trading.donate(market, 7e18, false);
        vm.expectEmit(address(trading));
        emit IMarketBook.BountyDonated(market, ALICE, 3e18);
        trading.donate(market, 3e18, true);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.donate(market, 0, true);
        vm.stopPrank();
        vm.assertEq(trading.getGeneralPot(market), 57e18);
        vm.assertEq(trading.getBountyPool(market), 3e18);
        vm.assertEq(trading.getPool(market), 57e18);
        finalizeUndisputed(market, 0);
        vm.prank(ALICE);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.donate(market, 1e18, false);
    }

    function test_redemptionIsAnnouncedAndHappensOnce() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 100e18);
        bet(BOB, market, 1, 100e18);
        vm.prank(ALICE);
        vm.expectRevert(IMarketBook.MarketNotResolved.selector);
        trading.redeem(market);
        finalizeUndisputed(market, 0);
        // 2 * 98.5 paid in, 50 of seed, 2 * 0.95 of tax.
        vm.assertEq(trading.getPool(market), 248.9e18);
        vm.assertEq(trading.getRedeemable(market, ALICE), 248.9e18);
        vm.startPrank(ALICE);
        vm.expectEmit(address(trading));
        emit IMarketBook.SharesRedeemed(market, ALICE, 248.9e18);
        trading.redeem(market);
        vm.expectRevert(IMarketBook.AlreadyRedeemed.selector);
        trading.redeem(market);
        vm.stopPrank();
        vm.assertTrue(trading.hasRedeemed(market, ALICE));
        vm.assertEq(trading.getRedeemable(market, ALICE), 0);
        vm.prank(BOB);
        vm.expectRevert(IMarketBook.NothingToRedeem.selector);
        trading.redeem(market);
        vm.assertEq(usdb.balanceOf(address(trading)), 0);
    }

    function test_invalidRefundsCostsAndSendsThePotToTheInsurance() public {
        address market = createMarket(3, 0);
        uint256 a = bet(ALICE, market, 0, 100e18);
        bet(ALICE, market, 2, 40e18);
        bet(BOB, market, 1, 60e18);
        list(ALICE, market, 0, a / 2, 0.1e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, a / 4);
        uint256 moved = trading.userCost(market, BOB, 0);
        uint256 pot = trading.getGeneralPot(market);
        propose(market, 254);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        vm.expectEmit(address(trading));
        emit IMarketBook.MarketInvalidated(market, pot);
        resolver.finalizeUncontested(market);
        vm.assertEq(usdb.balanceOf(INSURANCE), pot);
        vm.assertEq(trading.getGeneralPot(market), 0);
        _expectPayout(ALICE, market, 137.9e18 - moved);
        _expectPayout(BOB, market, 59.1e18 + moved);
        vm.assertEq(usdb.balanceOf(address(trading)), 0);
    }

    function test_winnerWithoutHoldersRefundsCosts() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 100e18);
        uint256 pot = trading.getGeneralPot(market);
        propose(market, 1);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        vm.expectEmit(address(trading));
        emit IMarketBook.MarketInvalidated(market, pot);
        resolver.finalizeUncontested(market);
        (, uint8 outcome, bool isFinal,) = trading.getState(market);
        vm.assertEq(outcome, 1);
        vm.assertTrue(isFinal);
        _expectPayout(ALICE, market, 98.5e18);
    }

    function test_marketWithoutPurchases() public {
        address market = createMarket(2, 0);
        finalizeUndisputed(market, 254);
        vm.assertEq(usdb.balanceOf(INSURANCE), 50e18);
        vm.prank(ALICE);
        vm.expectRevert(IMarketBook.NothingToRedeem.selector);
        trading.redeem(market);
    }

    function test_onlyTheTaxesReportTax() public {
        address market = createMarket(2, 0);
        vm.prank(OPERATOR);
        vm.expectRevert(IMarketBook.OnlyTaxes.selector);
        trading.onTaxCollected(market, 1, 1);
        vm.prank(address(taxes));
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, ALICE));
        trading.onTaxCollected(ALICE, 1, 1);
    }

    /// A market contract that the factory no longer allows keeps its markets; it only cannot sell input tokens.
    function test_marketsWorkAfterTheirContractIsRemovedFromTheFactory() public {
        address market = createMarket(2, 0);
        uint256 tide = buy(ALICE, address(main), 10e18);
        vm.prank(OPERATOR);
        factory.setMarket(address(trading), false);
        vm.prank(ALICE);
        vm.expectRevert(ISwap.OnlyMarket.selector);
        trading.buy(market, 0, address(main), tide, 0, 0);
        bet(ALICE, market, 0, 10e18);
        finalizeUndisputed(market, 0);
        vm.prank(ALICE);
        trading.redeem(market);
    }

    /// @dev Checks that no function sells shares of the pool.
    function _expectClosed(address market) private {
        vm.assertFalse(trading.isPoolOpen(market));
        uint256 before = usdb.balanceOf(BOB);
        vm.startPrank(BOB);
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        trading.buy(market, 0, address(usdb), 10e18, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, 0, 1));
        trading.buyOrdersAndContract(market, 0, new uint256[](0), address(usdb), 10e18, 1);
        trading.buyOrdersAndContract(market, 0, new uint256[](0), address(usdb), 10e18, 0);
        vm.stopPrank();
        vm.assertEq(usdb.balanceOf(BOB), before);
        uint256[] memory none = new uint256[](0);
        vm.assertEq(reader.estimateSharesOut(address(trading), market, 0, 10e18, none, BOB), 0);
    }

    function _expectPayout(address wallet, address market, uint256 expected) private {
        uint256 before = usdb.balanceOf(wallet);
        vm.prank(wallet);
        trading.redeem(market);
        vm.assertEq(usdb.balanceOf(wallet) - before, expected);
    }

    function _expectSolvency(address a, address b) private view {
        uint256 owed =
            trading.getPool(a) + trading.getBountyPool(a) + trading.getPool(b) + trading.getBountyPool(b);
        vm.assertEq(usdb.balanceOf(address(trading)), owed);
    }
}
