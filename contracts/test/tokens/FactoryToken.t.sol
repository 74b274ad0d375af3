// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";

contract FactoryTokenTest is ExchangeFixture {
    FactoryToken[3] private rewarding;

    function setUp() public override {
        super.setUp();
        rewarding =
            [launch(1, false, 1, 1_000), launch(60, false, 800, 100), launch(100, false, 5_000, 10_000)];
    }

    function test_opensAtOneUsdWhateverTideCosts() public {
        buy(BOB, address(main), 300_000e18);
        uint256 tide = main.getUSDPrice();
        vm.assertTrue(tide > 2e18);
        FactoryToken token = launch(30, false, 0, 250);
        vm.assertEq(token.baseReserve0(), 250e18);
        vm.assertEq(token.baseReserve1(), uint256(250e18) * 1e18 / tide);
        vm.assertLe(token.getUSDPrice(), 1e18, "rounded down");
        vm.assertGe(token.getUSDPrice(), 1e18 - 10, "by some units");
        vm.assertEq(token.calculateTokenFloor(), token.getTokenPrice());
        vm.assertEq(token.token1(), address(main));
        vm.assertEq(token.DEV(), DEV);
        vm.assertEq(token.CEO(), OPERATOR);
        vm.assertEq(token.SWAP(), address(swap));
    }

    function test_emitsItsReservesAtCreation() public {
        vm.expectEmit();
        emit IPool.LiquidityAdded(1_000e18, 1_000e18, 2_000e18);
        vm.expectEmit();
        emit IPool.Sync(1_000e18, 1_000e18);
        launch(50);
    }

    function test_onlyTheRouterTrades() public {
        FactoryToken token = launch(50);
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        token.buyTokens(1, ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        token.sellTokens(1, ALICE);
        vm.expectRevert(IPool.OnlyOperator.selector);
        token.SetProjectVetted(true);
        vm.stopPrank();
        vm.prank(OPERATOR);
        token.SetProjectVetted(true);
        vm.assertTrue(token.projectedVetted());
    }

    /// Selling the whole supply ends at the floor, which rises meanwhile.
    function test_sellOffEndsAtTheFloor() public {
        FactoryToken token = launch(70);
        uint256 held = buy(ALICE, address(token), 5_000e18);
        held += buy(ALICE, address(token), 5_000e18);
        uint256 floor = token.calculateTokenFloor();
        uint256 price = token.getTokenPrice();
        vm.assertTrue(floor < price);
        for (uint256 i; i < 10; ++i) {
            sell(ALICE, address(token), held / 11);
            vm.assertGe(token.calculateTokenFloor(), floor, "floor rises");
            floor = token.calculateTokenFloor();
        }
        sell(ALICE, address(token), token.balanceOf(ALICE));
        vm.assertEq(token.totalSupply(), 0);
        vm.assertEq(token.calculateTokenFloor(), token.getTokenPrice());
        vm.assertTrue(token.getTokenPrice() < price);
        vm.assertEq(token.calculateFloor(), token.calculateTokenFloor() * main.getUSDPrice() / 1e18);
    }

    // The whitelist

    function test_frozenTokenIsSoldToItsWhitelistUpToTheLimit() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IFactoryToken.NotWhitelisted.selector, ALICE));
        swap.buyTokens(1e18, 0, pathOf(address(usdb), address(main), address(token)), false);

        vm.expectEmit(address(token));
        emit IFactoryToken.WhiteListedWallet(ALICE, 100e18, "friends");
        vm.expectEmit(address(token));
        emit IFactoryToken.WhiteListedWallet(BOB, 100e18, "friends");
        _whitelist(token, ALICE, BOB, 100e18, "friends");
        vm.assertEq(token.totalWhitelisted(), 2);

        buy(ALICE, address(token), 60e18);
        uint256 bought = token.whitelistBoughtByUser(ALICE);
        // 59.1 USDB net, valued at the TIDE price after the first leg.
        vm.assertLe(bought, 59.1e18, "the net value");
        vm.assertGe(bought, 58.7e18, "the net value");
        uint256 left = 100e18 - bought;
        vm.prank(ALICE);
        vm.expectRevert();
        swap.buyTokens(60e18, 0, pathOf(address(usdb), address(main), address(token)), false);
        buy(ALICE, address(token), left - 1e18);
        sell(ALICE, address(token), token.balanceOf(ALICE));
        vm.assertGe(token.whitelistBoughtByUser(ALICE), 90e18, "selling gives no new room");
    }

    function test_limitErrorNamesWhatIsLeftAndWanted() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        _whitelist(token, ALICE, ALICE, 10e18, "");
        vm.assertEq(token.totalWhitelisted(), 1);
        // 985 USDB net: the TIDE bought with it, valued at the price after that leg.
        uint256 tide = main.calculateTokensForBuy(985e18);
        uint256 price = (uint256(10_985e18) * 1e18) / (10_000e18 + tide);
        vm.prank(ALICE);
        vm.expectRevert(
            abi.encodeWithSelector(IFactoryToken.WhitelistLimitExceeded.selector, 10e18, tide * price / 1e18)
        );
        swap.buyTokens(1_000e18, 0, pathOf(address(usdb), address(main), address(token)), false);
    }

    function test_removedWalletsBuyNoMoreAndKeepTheirCount() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        _whitelist(token, ALICE, BOB, 100e18, "");
        buy(ALICE, address(token), 60e18);
        uint256 bought = token.whitelistBoughtByUser(ALICE);
        vm.startPrank(DEV);
        token.RemoveWhitelist(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IFactoryToken.NotWhitelisted.selector, ALICE));
        token.RemoveWhitelist(ALICE);
        vm.stopPrank();
        vm.assertFalse(token.whitelisted(ALICE));
        vm.assertEq(token.whitelistMaxBuyForUser(ALICE), 0);
        vm.assertEq(token.totalWhitelisted(), 1);
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IFactoryToken.NotWhitelisted.selector, ALICE));
        swap.buyTokens(1e18, 0, pathOf(address(usdb), address(main), address(token)), false);
        _whitelist(token, ALICE, ALICE, 100e18, "");
        vm.assertEq(token.whitelistBoughtByUser(ALICE), bought);
        vm.assertEq(token.totalWhitelisted(), 2);
    }

    function test_loweredLimitLeavesNothingInsteadOfUnderflowing() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        _whitelist(token, ALICE, BOB, 100e18, "");
        buy(ALICE, address(token), 60e18);
        _whitelist(token, ALICE, BOB, 1e18, "");
        vm.prank(ALICE);
        vm.expectRevert();
        swap.buyTokens(1e15, 0, pathOf(address(usdb), address(main), address(token)), false);
    }

    function test_disablingTheFreezeIsFinal() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        vm.startPrank(DEV);
        token.DisableFreeze();
        vm.assertFalse(token.frozen());
        vm.expectRevert(IFactoryToken.NotFrozen.selector);
        token.DisableFreeze();
        vm.expectRevert(IFactoryToken.NotFrozen.selector);
        token.SetWhitelistedWallet(new address[](1), 1e18, "");
        vm.stopPrank();
        buy(BOB, address(token), 500e18);
        vm.assertEq(token.whitelistBoughtByUser(BOB), 0);
    }

    function test_onlyTheDevManagesTheWhitelist() public {
        FactoryToken token = launch(50, true, 1, 1_000);
        address[] memory wallets = new address[](1);
        for (uint256 i; i < 2; ++i) {
            vm.startPrank(i == 0 ? ALICE : OPERATOR);
            vm.expectRevert(IFactoryToken.OnlyDev.selector);
            token.SetWhitelistedWallet(wallets, 1e18, "");
            vm.expectRevert(IFactoryToken.OnlyDev.selector);
            token.RemoveWhitelist(ALICE);
            vm.expectRevert(IFactoryToken.OnlyDev.selector);
            token.DisableFreeze();
            vm.stopPrank();
        }
        vm.startPrank(DEV);
        vm.expectRevert(IPool.ZeroAddress.selector);
        token.SetWhitelistedWallet(wallets, 1e18, "");
        wallets[0] = ALICE;
        vm.expectRevert(IFactoryToken.TagTooLong.selector);
        token.SetWhitelistedWallet(wallets, 1e18, string(new bytes(65)));
        token.SetWhitelistedWallet(wallets, 1e18, string(new bytes(64)));
    }

    function test_tokenThatWasNeverFrozenHasNoWhitelist() public {
        FactoryToken token = launch(50);
        vm.prank(DEV);
        vm.expectRevert(IFactoryToken.NotFrozen.selector);
        token.SetWhitelistedWallet(new address[](1), 1e18, "");
    }

    // The reward phase

    function test_rewardPhaseGrantsOneSharePerUsdb() public {
        FactoryToken token = launch(50, false, 1_000, 1_000);
        vm.assertFalse(token.hasBonded());
        vm.assertEq(token.getBondingTarget(), 1_000e18);
        vm.assertEq(token.usdcForBondingNeeded(), 1_000e18);
        buy(ALICE, address(token), 600e18);
        vm.assertEq(token.shares(ALICE), token.totalShares());
        vm.assertEq(token.usdcForBondingNeeded(), 1_000e18 - token.totalShares());
        buy(BOB, address(token), 600e18);
        // The purchase that completes the phase gets the missing shares only.
        vm.assertTrue(token.hasBonded());
        vm.assertEq(token.totalShares(), 1_000e18);
        vm.assertEq(token.shares(BOB), 1_000e18 - token.shares(ALICE));
        vm.assertEq(token.usdcForBondingNeeded(), 0);
        buy(ALICE, address(token), 600e18);
        vm.assertEq(token.totalShares(), 1_000e18);
    }

    function test_tokenWithoutRewardPhaseHasBonded() public {
        FactoryToken token = launch(50);
        vm.assertTrue(token.hasBonded());
        buy(ALICE, address(token), 100e18);
        vm.assertEq(token.totalShares(), 0);
    }

    function test_sharesSplitFourPercentOfLaterTax() public {
        FactoryToken token = launch(50, false, 1_000, 1_000);
        buy(ALICE, address(token), 300e18);
        // 4 % of 4.5 USDB: the shares of a purchase take part in the split of its own tax.
        vm.assertEq(usdb.balanceOf(address(token)), 0.18e18);
        vm.assertGe(token.getClaimableRewards(ALICE), 0.18e18 - 1, "all");
        buy(BOB, address(token), 1_000e18);
        // 4 % of 15 USDB, by shares.
        vm.assertEq(usdb.balanceOf(address(token)), 0.78e18);
        uint256 part = 0.6e18 * token.shares(BOB) / token.totalShares();
        vm.assertGe(token.getClaimableRewards(BOB), part - 1, "by shares");
        vm.assertLe(token.getClaimableRewards(BOB), part, "by shares");
        buy(BOB, address(token), 1_000e18);
        uint256 claimable = token.getClaimableRewards(ALICE);
        vm.expectEmit(address(token));
        emit IFactoryToken.RewardsClaimed(ALICE, claimable);
        vm.prank(ALICE);
        token.claimRewards();
        vm.prank(ALICE);
        vm.expectRevert(IFactoryToken.NothingToClaim.selector);
        token.claimRewards();
        vm.assertLe(token.getClaimableRewards(BOB), usdb.balanceOf(address(token)), "covered");
    }

    /// Regression: a tiny purchase before the first large one earned all rewards of its tax.
    function test_smallPurchasesEarnProportionally() public {
        FactoryToken token = launch(50, false, 100_000, 10_000);
        buy(BOB, address(token), 100);
        uint256 treasury = usdb.balanceOf(TREASURY);
        buy(ALICE, address(token), 50_000e18);
        vm.assertLe(token.getClaimableRewards(BOB), 1, "dust");
        vm.assertGe(token.getClaimableRewards(ALICE), 30e18 - 10, "4 % of 750 USDB");
        vm.assertEq(usdb.balanceOf(TREASURY) - treasury, 750e18 * 76 / 100);
    }

    /// Regression: a wallet that bought and sold repeatedly got all shares without holding tokens.
    function test_buyingAndSellingRepeatedlyEarnsNothing() public {
        FactoryToken token = launch(1, false, 10_000, 10_000);
        buy(ALICE, address(token), 500e18);
        uint256 standing = token.shares(ALICE);
        while (!token.hasBonded()) {
            sell(BOB, address(token), buy(BOB, address(token), 2_000e18));
        }
        vm.assertEq(token.shares(BOB), 0);
        vm.assertEq(token.totalShares(), standing);
        vm.assertEq(token.usdcForBondingNeeded(), 0);
        // Forfeited shares do not increase the rewards of the other holders.
        (uint256 claimable, uint256 treasury) = (token.getClaimableRewards(ALICE), usdb.balanceOf(TREASURY));
        uint256 claimableBob = token.getClaimableRewards(BOB);
        fund(DEV, 10_000e18);
        buy(DEV, address(token), 10_000e18);
        uint256 whole = 6e18;
        uint256 part = whole * standing / 10_000e18;
        vm.assertGe(token.getClaimableRewards(ALICE) - claimable, part - 2, "the own part");
        vm.assertLe(token.getClaimableRewards(ALICE) - claimable, part, "the own part");
        vm.assertEq(token.getClaimableRewards(BOB), claimableBob);
        vm.assertEq(usdb.balanceOf(TREASURY) - treasury, 120e18 - part);
        vm.assertTrue(token.hasBonded(), "for ever");
    }

    /// Shares are forfeited too when the tokens are sold through another wallet.
    function test_sharesAreForfeitedWithTheirTokens() public {
        FactoryToken token = launch(50, false, 1_000, 1_000);
        uint256 held = buy(ALICE, address(token), 400e18);
        uint256 granted = token.shares(ALICE);
        uint256 needed = token.usdcForBondingNeeded();
        uint256 claimable = token.getClaimableRewards(ALICE);
        vm.prank(ALICE);
        token.transfer(BOB, held / 4);
        vm.assertLe(token.shares(ALICE), granted - granted / 4 + 1, "a quarter less");
        vm.assertGe(token.shares(ALICE), granted - granted / 4 - 1, "a quarter less");
        vm.assertEq(token.shares(BOB), 0);
        vm.assertEq(token.usdcForBondingNeeded(), needed);
        vm.assertGe(token.getClaimableRewards(ALICE), claimable - 1, "what was earned stays");
        vm.assertLe(token.getClaimableRewards(ALICE), claimable, "what was earned stays");
        // Tokens that return bring no shares back, and leaving again they take none.
        uint256 kept = token.shares(ALICE);
        vm.prank(BOB);
        token.transfer(ALICE, held / 4);
        vm.assertEq(token.shares(ALICE), kept);
        sell(ALICE, address(token), held / 4);
        vm.assertEq(token.shares(ALICE), kept);
        sell(ALICE, address(token), token.balanceOf(ALICE));
        vm.assertEq(token.totalShares(), 0);
        vm.prank(ALICE);
        token.claimRewards();
    }

    /// The market contract may do what the creator of its token may do.
    function test_marketContractManagesItsTokensWhitelist() public {
        MarketMock market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        FactoryToken token = FactoryToken(market.create(factory, DEV, true, 1));
        address[] memory wallets = new address[](1);
        wallets[0] = ALICE;
        vm.startPrank(address(market));
        token.SetWhitelistedWallet(wallets, 10e18, "friend");
        vm.assertTrue(token.whitelisted(ALICE));
        token.RemoveWhitelist(ALICE);
        token.DisableFreeze();
        vm.stopPrank();
        vm.assertFalse(token.frozen());
        // It has no rights for other tokens, and other contracts have none for this one.
        FactoryToken other = launch(50, true, 1, 1_000);
        vm.prank(address(market));
        vm.expectRevert(IFactoryToken.OnlyDev.selector);
        other.DisableFreeze();
        vm.prank(BOB);
        vm.expectRevert(IFactoryToken.OnlyDev.selector);
        token.RemoveWhitelist(ALICE);
    }

    function test_onlyTaxesDistribute() public {
        FactoryToken token = launch(50, false, 1_000, 1_000);
        buy(ALICE, address(token), 300e18);
        vm.prank(ALICE);
        vm.expectRevert(IFactoryToken.OnlyTaxes.selector);
        token.distributeRewards(1e18);
    }

    /// The contract always holds the rewards it owes, after any order of purchases, sales and claims.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_rewardsAreAlwaysCovered(uint256 seed) public {
        FactoryToken token = rewarding[seed % 3];
        address[2] memory handler = [ALICE, BOB];
        for (uint256 i; i < 8; ++i) {
            seed = next(seed);
            address trader = handler[seed % 2];
            if (seed & 6 == 0 && token.balanceOf(trader) > 1e6) {
                sell(trader, address(token), token.balanceOf(trader) / 2);
            } else {
                buy(trader, address(token), bound(amountOf(seed, 10_000e18), 1e9, 10_000e18));
            }
            if (seed & 32 == 0 && token.getClaimableRewards(trader) > 0) {
                vm.prank(trader);
                token.claimRewards();
            }
            uint256 owed = token.getClaimableRewards(ALICE) + token.getClaimableRewards(BOB);
            vm.assertLe(owed, usdb.balanceOf(address(token)), "covered");
            vm.assertEq(token.shares(ALICE) + token.shares(BOB), token.totalShares());
        }
    }

    function _whitelist(FactoryToken token, address one, address two, uint256 amount, string memory tag)
        private
    {
        address[] memory wallets = new address[](2);
        (wallets[0], wallets[1]) = (one, two);
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, amount, tag);
    }
}
