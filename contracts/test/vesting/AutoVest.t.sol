// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {ITokenFactory} from "../../src/tokens/ITokenFactory.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {MarketMock} from "../helpers/MarketMock.sol";
import {VestingFixture} from "../helpers/VestingFixture.sol";

/// @dev Purchases of tokens with `autoVest`, and the reward shares of their buyers.
contract AutoVestTest is VestingFixture {
    function test_eachPurchaseGetsAGradualSchedule() public {
        FactoryToken token = launchAutoVest(0, 100_000, true);
        uint256 first = buy(ALICE, address(token), 100e18);
        skip(40_000);
        uint256 second = buy(ALICE, address(token), 10e18);
        vm.assertEq(token.balanceOf(ALICE), 0);
        vm.assertEq(token.balanceOf(address(vesting)), first + second);
        IVesting.VestingDetails memory details = vesting.getVestingDetails(1);
        vm.assertEq(details.creator, address(token));
        vm.assertEq(details.beneficiary, ALICE);
        vm.assertEq(details.token, address(token));
        vm.assertEq(details.totalAmount, first);
        vm.assertTrue(details.isGradual);
        vm.assertEq(uint256(details.timeUnit), 0);
        vm.assertEq(details.unlockTime - details.startTime, 100_000);
        vm.assertEq(details.durationInDays, 2);
        vm.assertEq(vesting.getVestingsByCreator(address(token)).length, 2);
        vm.assertEq(vesting.getClaimableAmount(1), first * 40_000 / 100_000);
        vm.assertEq(vesting.getClaimableAmount(2), 0);
        skip(30_000);
        vm.startPrank(ALICE);
        vesting.claimTokens(1);
        vesting.claimTokens(2);
        vm.assertEq(token.balanceOf(ALICE), first * 70_000 / 100_000 + second * 30_000 / 100_000);
        vm.assertEq(token.vestingBacking(ALICE), token.balanceOf(address(vesting)));
        skip(70_000);
        vesting.claimTokens(1);
        vesting.claimTokens(2);
        vm.stopPrank();
        vm.assertEq(token.balanceOf(ALICE), first + second);
        vm.assertEq(token.vestingBacking(ALICE), 0);
        sell(ALICE, address(token), first + second);
    }

    function test_aCliffReleasesAPurchaseAtOnce() public {
        FactoryToken token = launchAutoVest(0, 1 days, false);
        uint256 amount = buy(ALICE, address(token), 50e18);
        skip(1 days - 1);
        vm.assertEq(vesting.getClaimableAmount(1), 0);
        vm.assertFalse(vesting.getVestingDetails(1).isGradual);
        skip(1);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertEq(token.balanceOf(ALICE), amount);
    }

    /// 10 USDB with tax are enough, less is refused; other tokens have no such limit.
    function test_smallPurchasesAreRefused() public {
        FactoryToken token = launchAutoVest(0, 1 days, false);
        address[] memory path = pathOf(address(usdb), address(main), address(token));
        vm.expectRevert(ISwap.BuyTooSmall.selector);
        vm.prank(ALICE);
        swap.buyTokens(10e18 - 1, 0, path, false);
        buy(ALICE, address(token), 10e18);
        buy(ALICE, address(reef), 1e18);
        buy(ALICE, address(main), 1e18);
        vm.assertEq(vesting.vestingCount(), 1);
        vm.assertEq(reef.vestingBacking(ALICE), 0);
    }

    /// A token in vesting cannot be sold before it is claimed, and not by others.
    function test_vestedTokensCannotBeSold() public {
        FactoryToken token = launchAutoVest(0, 1 days, true);
        buy(ALICE, address(token), 100e18);
        vm.expectRevert();
        sell(ALICE, address(token), 1e18);
        skip(1 days);
        vm.expectRevert(IVesting.OnlyBeneficiary.selector);
        vm.prank(BOB);
        vesting.claimTokens(1);
        // The creator of record is a contract without such a function, and the token's creator has no role.
        vm.startPrank(DEV);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vesting.changeBeneficiary(1, DEV);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vesting.transferCreatorRole(1, DEV);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vesting.addTokensToVesting(1, 1);
        vm.expectRevert(IVesting.OnlyCreatorOrBeneficiary.selector);
        vesting.extendVestingPeriod(1, 1);
        vm.stopPrank();
    }

    function test_onlyListedAutoVestTokensRecord() public {
        FactoryToken token = launchAutoVest(0, 1 days, true);
        address[3] memory callers = [ALICE, address(reef), address(main)];
        for (uint256 i; i < callers.length; ++i) {
            vm.expectRevert(IVesting.OnlyAutoVestToken.selector);
            vm.prank(callers[i]);
            vesting.recordAutoVest(ALICE, 1e18);
        }
        // A token that says so, but is not listed.
        vm.expectRevert(IVesting.OnlyAutoVestToken.selector);
        vesting.recordAutoVest(ALICE, 1e18);
        vm.prank(address(token));
        vm.assertEq(vesting.recordAutoVest(ALICE, 1e18), 1);
    }

    function autoVest() external pure returns (bool) {
        return true;
    }

    function test_theFrozenTokenAsksTheBuyer() public {
        vm.prank(DEV);
        FactoryToken token =
            FactoryToken(factory.createToken("AUTO", "Auto", 50, true, 100, 1_000, true, 1 days, true));
        address[] memory path = pathOf(address(usdb), address(main), address(token));
        vm.expectRevert(abi.encodeWithSelector(IFactoryToken.NotWhitelisted.selector, ALICE));
        vm.prank(ALICE);
        swap.buyTokens(20e18, 0, path, false);
        address[] memory wallets = new address[](1);
        wallets[0] = ALICE;
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, 20e18, "");
        buy(ALICE, address(token), 20e18);
        vm.assertTrue(token.whitelistBoughtByUser(ALICE) > 19e18);
        vm.assertEq(token.balanceOf(address(vesting)), token.vestingBacking(ALICE));
    }

    /// Shares of the reward phase stay while the tokens vest and while they are held, and go with a sale.
    function test_rewardSharesFollowTheTokens() public {
        FactoryToken token = launchAutoVest(1_000, 100 days, true);
        uint256 amount = buy(ALICE, address(token), 200e18);
        buy(BOB, address(token), 200e18);
        uint256 shares = token.shares(ALICE);
        vm.assertTrue(shares > 190e18);
        vm.assertTrue(token.getClaimableRewards(ALICE) > 0);
        skip(50 days);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertEq(token.shares(ALICE), shares);
        // Half is claimed; selling half of that leaves three quarters.
        sell(ALICE, address(token), token.balanceOf(ALICE) / 2);
        vm.assertTrue(token.shares(ALICE) >= shares * 3 / 4 - 1 && token.shares(ALICE) <= shares * 3 / 4 + 1);
        skip(50 days);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertTrue(token.shares(ALICE) >= shares * 3 / 4 - 1);
        uint256 held = token.balanceOf(ALICE);
        vm.assertTrue(held >= amount * 3 / 4);
        vm.prank(ALICE);
        token.transfer(DEV, held);
        vm.assertEq(token.shares(ALICE), 0);
        vm.assertEq(token.shares(DEV), 0);
    }

    /// Claiming in any pieces, extending and time lose no shares; selling everything loses all.
    /// forge-config: default.fuzz.runs = 100
    function testFuzz_sharesLastAsLongAsTheTokens(uint256 seed) public {
        FactoryToken token = launchAutoVest(1_000, 30 days, seed & 1 == 0);
        buy(ALICE, address(token), bound(seed, 10e18, 500e18));
        buy(ALICE, address(token), 10e18);
        uint256 shares = token.shares(ALICE);
        for (uint256 i; i < 4; ++i) {
            seed = next(seed);
            skip(seed % 10 days);
            uint256 id = 1 + (seed >> 128) % 2;
            vm.startPrank(ALICE);
            if (seed & 2 == 0 && vm.getBlockTimestamp() < vesting.getVestingDetails(id).unlockTime) {
                vesting.extendVestingPeriod(id, 1 + seed % 5);
            }
            if (vesting.getClaimableAmount(id) > 0) vesting.claimTokens(id);
            vm.stopPrank();
            vm.assertEq(token.shares(ALICE), shares);
            vm.assertEq(token.vestingBacking(ALICE), token.balanceOf(address(vesting)));
        }
        skip(100 days);
        vm.startPrank(ALICE);
        if (vesting.getClaimableAmount(1) > 0) vesting.claimTokens(1);
        if (vesting.getClaimableAmount(2) > 0) vesting.claimTokens(2);
        vm.stopPrank();
        vm.assertEq(token.shares(ALICE), shares);
        sell(ALICE, address(token), token.balanceOf(ALICE));
        vm.assertEq(token.shares(ALICE), 0);
    }

    /// The attack: 10,000 reward shares whose capital a loan paid back. 400,000 USDB of volume earned them 83.
    function test_pledgedTokensBackNoShares() public {
        vm.prank(DEV);
        FactoryToken token = FactoryToken(
            factory.createToken("AUTO", "Auto", 100, false, 10_000e18, 1_000, true, 30 days, true)
        );
        approve(BOB, address(token));
        uint256 open = buy(ALICE, address(token), 10_100e18);
        vm.assertTrue(token.shares(ALICE) > 9_000e18);
        uint256 earned = token.getClaimableRewards(ALICE);
        vm.prank(ALICE);
        vesting.takeLoanOnVesting(1);
        vm.assertEq(token.shares(ALICE), 0);
        vm.assertEq(token.vestingBacking(ALICE), 0);
        buy(BOB, address(token), 20_000e18);
        vm.assertTrue(token.getClaimableRewards(ALICE) <= earned, "nothing of later taxes");

        // Repaid: the tokens are hers again, to be claimed and sold, the shares are gone.
        _payBack(ALICE, 1);
        vm.assertEq(token.vestingBacking(ALICE), open);
        vm.assertEq(token.shares(ALICE), 0);
        skip(30 days);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertEq(token.balanceOf(ALICE), open);
        vm.assertEq(token.vestingBacking(ALICE), 0);
    }

    /// Two purchases of the reward phase: a loan on one leaves the shares of the other.
    function test_aLoanOnOneScheduleLeavesTheSharesOfOthers() public {
        FactoryToken token = launchAutoVest(1_000, 30 days, true);
        uint256 first = buy(ALICE, address(token), 200e18);
        uint256 second = buy(ALICE, address(token), 200e18);
        uint256 shares = token.shares(ALICE);
        vm.prank(ALICE);
        vesting.takeLoanOnVesting(2);
        vm.assertEq(token.vestingBacking(ALICE), first);
        vm.assertTrue(token.shares(ALICE) <= shares * first / (first + second));
        vm.assertTrue(token.shares(ALICE) >= shares * first / (first + second) - 1);
    }

    /// After a liquidation the rest that came back counts as held, and is claimed.
    function test_theRestOfALiquidationIsBackingAgain() public {
        FactoryToken token = launchAutoVest(1_000, 1 days, false);
        buy(ALICE, address(token), 200e18);
        vm.prank(ALICE);
        vesting.takeLoanOnVesting(1);
        for (uint256 i; i < 5; ++i) buy(BOB, address(token), 50_000e18);
        skip(12 days);
        hub.liquidate(address(vesting), 1);
        uint256 left = vesting.getVestingDetails(1).totalAmount;
        vm.assertTrue(left > 0);
        vm.assertEq(token.vestingBacking(ALICE), left);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertEq(token.vestingBacking(ALICE), 0);
        vm.assertEq(token.balanceOf(ALICE), left);
    }

    function _payBack(address wallet, uint256 id) private {
        fund(wallet, 100_000e18);
        vm.startPrank(wallet);
        usdb.approve(address(vesting), type(uint256).max);
        vesting.repayLoanOnVesting(id);
        vm.stopPrank();
    }

    function test_onlyTheVestingContractReleasesBacking() public {
        FactoryToken token = launchAutoVest(1_000, 1 days, true);
        buy(ALICE, address(token), 100e18);
        address[3] memory callers = [ALICE, DEV, OPERATOR];
        for (uint256 i; i < callers.length; ++i) {
            vm.expectRevert(IFactoryToken.OnlyVesting.selector);
            vm.prank(callers[i]);
            token.releaseBacking(ALICE, 1);
            vm.expectRevert(IFactoryToken.OnlyVesting.selector);
            vm.prank(callers[i]);
            token.restoreBacking(ALICE, 1);
        }
    }

    function test_durationsOfALaunch() public {
        uint256[5] memory refused = [uint256(0), 991, 3_599, 85_536_001, type(uint256).max];
        for (uint256 i; i < refused.length; ++i) {
            vm.expectRevert(ITokenFactory.InvalidVestDuration.selector);
            factory.createToken("AUTO", "Auto", 80, false, 0, 1_000, true, refused[i], i % 2 == 0);
        }
        launchAutoVest(0, 3_600, false);
        FactoryToken longest = launchAutoVest(0, 85_536_000, true);
        uint256 amount = buy(ALICE, address(longest), 100e18);
        // The longest is not extended.
        vm.expectRevert(IVesting.InvalidDuration.selector);
        vm.prank(ALICE);
        vesting.extendVestingPeriod(1, 1);
        skip(85_536_000);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        vm.assertEq(longest.balanceOf(ALICE), amount);
    }

    /// Existing clients send days; as seconds so few would be refused.
    function test_fewUnitsAreDays() public {
        vm.assertEq(launchAutoVest(0, 1, true).autoVestDuration(), 1 days);
        FactoryToken token = launchAutoVest(0, 990, false);
        vm.assertEq(token.autoVestDuration(), 85_536_000);
        buy(ALICE, address(token), 100e18);
        vm.assertEq(vesting.getVestingDetails(1).unlockTime, vm.getBlockTimestamp() + 990 days);
        vm.assertEq(launchAutoVest(0, 3_600, true).autoVestDuration(), 3_600);
    }

    /// The vesting contract receives what others bought, so the operator cannot replace it.
    function test_theVestingContractIsSetOnce() public {
        vm.startPrank(OPERATOR);
        vm.expectRevert(ITokenFactory.AlreadySet.selector);
        factory.setVesting(ALICE);
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        factory.setVesting(address(0));
        vm.stopPrank();
        vm.assertEq(factory.vesting(), address(vesting));
    }

    function test_tokensOfMarketsNeverVest() public {
        MarketMock market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        FactoryToken token = FactoryToken(market.create(factory, DEV));
        vm.assertFalse(token.autoVest());
        uint256 amount = buy(ALICE, address(token), 5e18);
        vm.assertEq(token.balanceOf(ALICE), amount);
        vm.assertEq(vesting.vestingCount(), 0);
    }
}
